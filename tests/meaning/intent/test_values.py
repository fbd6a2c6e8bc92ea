"""Values by their kind: identifiers, times in pairs, names, what stands beside a parameter's own name, corrections of one kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solovox.meaning.intent.arguments import fill
from solovox.meaning.intent.declared import declared
from solovox.ports.intent import Choosable

TEXT, NUMBER, TRUTH = {"type": "string"}, {"type": "number"}, {"type": "boolean"}
LIST = {"type": "array", "items": TEXT}


def tool(name, about="", needed="", /, **properties):
    return declared(
        Choosable(name, about, {"type": "object", "properties": properties, "required": needed.split()})
    )


def about(text):
    return {"type": "string", "description": text}


ORDER = tool("get_order_status", "Look up an order", "order_id", order_id=TEXT)
FLIGHT = tool("get_flight_status", "", "flight_number", flight_number=TEXT)
HOTEL = tool("find_hotels", "", "city check_in check_out", city=TEXT, check_in=TEXT, check_out=TEXT)
LEAVE = tool("request_leave", "", "start_date end_date", start_date=TEXT, end_date=TEXT)
EVENT = tool("create_event", "", "title date", title=TEXT, date=TEXT, time=TEXT)
ALARM = tool("set_alarm", "", "time", time=TEXT)
CONTACT = tool("create_contact", "", "first_name last_name", first_name=TEXT, last_name=TEXT, email=TEXT)
VISIT = tool("book_visit", "", "doctor", doctor=TEXT)
RIDE = tool("book_ride", "", "pickup dropoff", pickup=TEXT, dropoff=TEXT)
DEPLOY = tool("deploy", "", "service", service=TEXT)
PLAY = tool("play_song", "", "", song=TEXT, artist=TEXT, playlist=TEXT)
MAIL = tool("send_email", "", "to subject body", to=TEXT, subject=TEXT, body=TEXT)
TICKET = tool("create_ticket", "", "subject", subject=about("Short summary"), description=TEXT)
REPLACE = tool("replace_text", "", "find replace", find=TEXT, replace=TEXT)
BUY = tool("buy_stock", "", "ticker shares", ticker=TEXT, shares={"type": "integer"})
MESSAGE = tool("send_message", "", "recipient text", recipient=about("Name of the contact"), text=TEXT)
TABLE = tool("book_table", "", "restaurant", restaurant=TEXT, people={"type": "integer"})
PRICE = tool("get_stock_price", "", "symbol", symbol=TEXT)
PIZZA = tool(
    "order_pizza", "", "toppings", toppings=LIST, delivery={**TRUTH, "description": "false to pick up"}
)
RATE = tool("get_rate", "", "currency_from currency_to", currency_from=TEXT, currency_to=TEXT)
TRANSLATE = tool("translate", "", "text target_language", text=TEXT, target_language=TEXT)
SPEND = tool("add_expense", "", "amount", amount=NUMBER, currency={**TEXT, "enum": ["USD", "EUR"]})


@pytest.mark.parametrize(
    ("function", "said", "arguments"),
    [
        (ORDER, "Where is my order 48213?", {"order_id": "48213"}),
        (ORDER, "Where is order number A1022, it is late", {"order_id": "A1022"}),
        (ORDER, "Has my package been shipped yet?", {}),
        (FLIGHT, "Is flight LH 454 on time?", {"flight_number": "LH 454"}),
        (HOTEL, "A hotel in Rome from May 5th to May 9th", {"city": "Rome", "check_in": "May 5th", "check_out": "May 9th"}),
        (HOTEL, "Rome, checking in on Friday and out on Sunday", {"city": "Rome", "check_in": "Friday", "check_out": "Sunday"}),
        (LEAVE, "I need leave from today until Wednesday", {"start_date": "today", "end_date": "Wednesday"}),
        (LEAVE, "I am back on Sunday", {"end_date": "Sunday"}),
        (EVENT, "Create a yoga event tomorrow evening at eight", {"title": "yoga", "date": "tomorrow evening", "time": "eight"}),
        (EVENT, "New event: barbecue on Saturday at five", {"title": "barbecue", "date": "Saturday", "time": "five"}),
        (ALARM, "an alarm for five forty five please", {"time": "five forty five"}),
        (ALARM, "wake me at half past six", {"time": "half past six"}),
        (CONTACT, "Add a contact named Peter Novak with the email p@novak.cz",
         {"first_name": "Peter", "last_name": "Novak", "email": "p@novak.cz"}),
        (CONTACT, "Make a new contact.", {}),
        (VISIT, "A visit to Dr. Chen on Monday", {"doctor": "Dr. Chen"}),
        (RIDE, "Pick me up at 12 Baker Street and take me to the airport", {"pickup": "12 Baker Street", "dropoff": "airport"}),
        (RIDE, "I need a cab to the main station", {"dropoff": "main station"}),
        (DEPLOY, "Deploy the billing service to staging", {"service": "billing"}),
        (PLAY, "Play Bohemian Rhapsody by Queen", {"song": "Bohemian Rhapsody", "artist": "Queen"}),
        (PLAY, "Play my workout playlist", {"playlist": "workout"}),
        (MAIL, "Email Hannah with the subject lunch saying are you free", {"to": "Hannah", "subject": "lunch", "body": "are you free"}),
        (MAIL, "Write to Kai, subject: trip, body: I booked it", {"to": "Kai", "subject": "trip", "body": "I booked it"}),
        (MAIL, "a mail to Kai with the subject trip and the text I booked it", {"to": "Kai", "subject": "trip", "body": "I booked it"}),
        (TICKET, "Open a ticket: the printer is on fire", {"subject": "the printer is on fire"}),
        (REPLACE, "Replace colour with color", {"find": "colour", "replace": "color"}),
        (BUY, "Purchase 25 shares of Ford, actually make it 40", {"ticker": "Ford", "shares": 40}),
        (MESSAGE, "Message Dad happy birthday", {"recipient": "Dad", "text": "happy birthday"}),
        (MESSAGE, "Let Sophie know that I'm outside", {"recipient": "Sophie", "text": "I'm outside"}),
        (TABLE, "Book a table at Luigi's for four people", {"restaurant": "Luigi's", "people": 4}),
        (PRICE, "What's a share of Nvidia worth?", {"symbol": "Nvidia"}),
        (PIZZA, "a pizza with olives and feta, for pickup", {"toppings": ["olives", "feta"], "delivery": False}),
        (RATE, "What's the rate from US dollars to Swedish krona?", {"currency_from": "dollars", "currency_to": "krona"}),
        (RATE, "How is the euro doing against the pound?", {"currency_from": "euro", "currency_to": "pound"}),
        (TRANSLATE, "Translate see you tomorrow into Dutch for me", {"text": "see you tomorrow", "target_language": "Dutch"}),
        (TRANSLATE, "What's the word for butterfly in Swedish?", {"text": "butterfly", "target_language": "Swedish"}),
        (SPEND, "I spent twelve dollars and fifty cents", {"amount": 12.5, "currency": "USD"}),
    ],
)  # fmt: skip
def test_a_value_is_found_by_its_kind(function, said, arguments):
    assert fill(said, function).arguments == arguments


TOOLS = (ORDER, FLIGHT, HOTEL, EVENT, CONTACT, VISIT, RIDE, PLAY, MAIL, REPLACE, BUY, TABLE)
ODD = (
    "play \"$30.50 Go Dr. Will 12 Baker Street $30 dollars 5 cents half an hour from till to and no, wait … £5 5pm LH 454 a@b.c @ / ' “ the"
    " next one called it's 中文 ’ tomorrow at on Monday for two quarter of an hour"
).split()


@given(st.lists(st.sampled_from(ODD), max_size=12), st.sampled_from(TOOLS))
def test_any_words_give_only_what_was_declared(said, one):
    found = fill(" ".join(said), one).arguments
    assert found.keys() <= {parameter.name for parameter in one.parameters}


def test_quotes_and_marks_around_nothing_are_no_name():
    assert "playlist" not in fill('"$30.50 Go Will till cart? awful Sarah degrees? pick"', PLAY).arguments
