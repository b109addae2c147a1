"""Hotels, made by one factory from a table of providers."""

from agents import FunctionTool, function_tool

from travel.gates import above_budget
from travel.ids import business_id


@business_id("rooms.find")
@function_tool(name_override="search")
def search_hotels(city: str, nights: int) -> str:
    """Find hotels in a city."""
    return f"{nights} nights in {city}: Hotel Sacher"


@business_id("rooms.sell")
@function_tool(name_override="book", needs_approval=above_budget)
def book_hotel(hotel: str, nights: int, price_eur: float) -> str:
    """Book a hotel for the traveller."""
    return f"{hotel}, {nights} nights, {price_eur} EUR"


def _rate_tool(provider: str) -> FunctionTool:
    @business_id(f"rooms.rates.{provider}")
    @function_tool(name_override=f"{provider}_rates", description_override=f"Ask {provider} for tonight's rates.")
    def wrapper(hotel: str) -> str:
        return f"{provider}: {hotel} 140 EUR"

    return wrapper


RATE_TOOLS = [_rate_tool(provider) for provider in ("meridian", "lodgely", "innpass")]
