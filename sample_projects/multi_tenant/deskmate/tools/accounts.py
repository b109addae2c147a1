"""How agents of a company get into their workspace."""

from agents import function_tool

from deskmate.policy.availability import has_sso, on_free_plan


@function_tool(name_override="sign_in_link", is_enabled=on_free_plan)
def magic_link(email: str) -> str:
    """Mail a link that signs a colleague in once."""
    return f"mailed a link to {email}"


@function_tool(name_override="sign_in_link", is_enabled=has_sso)
def identity_provider_link(email: str) -> str:
    """Give the address of the company's identity provider."""
    return f"https://login.example/{email}"
