"""Customer records."""

from agents import function_tool

from support.ids import business_id


@business_id("crm.lookup")
@function_tool(name_override="lookup")
def lookup_customer(email: str) -> str:
    """Find a customer by e-mail address."""
    return f"customer {email}, gold"


@business_id("crm.find")
@function_tool
def find_customer(email: str) -> str:
    """Find a customer record by e-mail address."""
    return f"record of {email}"


@business_id("crm.find_by_phone")
@function_tool(name_override="find_customer")
def find_customer_by_phone(phone: str) -> str:
    """Find a customer record by phone number."""
    return f"record of {phone}"


@business_id("crm.update")
@function_tool
def update_customer(email: str, field: str, value: str) -> str:
    """Change one field of a customer record."""
    return f"{field} of {email} is now {value}"


@business_id("crm.consent")
@function_tool
def record_consent(email: str, newsletter: bool) -> str:
    """Note whether a customer wants the newsletter."""
    return f"newsletter for {email}: {newsletter}"
