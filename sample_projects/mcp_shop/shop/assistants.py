"""The shop's agents."""

from agents import Agent

from shop.recommendations import recommend, search_products
from shop.servers import catalog, catalog_texts, orders, warehouse

storefront = Agent(
    name="Storefront",
    handoff_description="Helps customers to find products.",
    instructions="Help the customer to find a product and suggest what goes with it.",
    tools=[search_products, recommend],
    mcp_servers=[catalog],
)

fulfilment = Agent(
    name="Fulfilment",
    handoff_description="Answers where an order is.",
    instructions="Say where the customer's parcel is and when it arrives.",
    mcp_servers=[orders, warehouse],
    mcp_config={"include_server_in_tool_names": True},
)

returns_desk = Agent(
    name="Returns desk",
    handoff_description="Takes goods back.",
    instructions="Open a return for the customer's order and tell them where to send it.",
    mcp_servers=[orders, warehouse],
)

merchandiser = Agent(
    name="Merchandiser",
    instructions="Write product descriptions that a customer would want to read.",
    mcp_servers=[catalog_texts],
)

concierge = Agent(
    name="Concierge",
    instructions="Greet the customer and pass them on to the right colleague.",
    handoffs=[storefront, fulfilment, returns_desk],
)
