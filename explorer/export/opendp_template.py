"""The parts of the OpenDP program that are the same for every plan: Python text, to be run elsewhere."""

HEAD = '''"""A release plan of Privacy Explorer as OpenDP code (opendp >= 0.14.2, Python >= 3.10).

Run it on a CSV file: python THIS_FILE.py people.csv, or call release("people.csv") in a notebook.

What is the same as in the program: cells (special ones included), sensitivities, how the budget is
split, and the distribution and width of the noise, each width rounded up to the next double.

What is not the same:
- This run is NOT in the ledger of Privacy Explorer. Every run draws anew and costs the budget again,
  from the same people: whoever runs it keeps account of it.
- OpenDP proves the noise from the sensitivities below. They are the plan's: OpenDP does not check
  the counting and the bounding in this file.
- The csv module of Python reads more leniently than the program, which refuses a stray quote.
{differences}"""

import csv
{hmac}import math
import re
{secrets}import sys
from bisect import bisect_right
{defaultdict}{datetime}from decimal import Decimal
from itertools import pairwise, product

import opendp.prelude as dp

dp.enable_features("contrib")
'''

KEYED = {
    "hmac": "import hmac\n",
    "secrets": "import secrets\n",
    "defaultdict": "from collections import defaultdict\n",
}
DATETIME = "from datetime import datetime\n"
BOUNDED = """\
- Which rows of a unit count is decided by a secret key, drawn anew for each run, and by the content
  of the rows, as in the program but by another hash. OpenDP has no such rule.
"""
STATED = """\
- That no unit has more rows than the bound is a statement: neither this code nor OpenDP enforces it.
"""
GAUSSIAN = """\
- The epsilon of Gaussian noise follows from rho at the given delta. OpenDP is asked for rho alone;
  its own conversion may give another epsilon than the program's.
"""

CELLS = '''
BLANKS = " \\t\\n\\r\\v\\f"
MARK = re.escape(DECIMAL)
NUMBER = re.compile(rf"([+-]?)([0-9]+(?:{MARK}[0-9]*)?|{MARK}[0-9]+)(?:[eE]([+-]?[0-9]+))?", re.ASCII)
MISSING_VALUES = {each.strip(BLANKS) if TRIM else each for each in MISSING}
NEEDED = {column["name"] for histogram in HISTOGRAMS for column in histogram["columns"]}{identity}


def number(text):
    """A number by one fixed grammar, exact; None for what is none, or is 1.8e308 or more."""
    found = NUMBER.fullmatch(text)
    if found is None:
        return None
    sign, digits, exponent = found.groups()
    digits = digits.replace(DECIMAL, ".")
    if exponent is not None and not digits.strip("0."):
        digits, exponent = "0", None
    if exponent is not None and len(exponent.lstrip("+-").lstrip("0")) > 6 and exponent.startswith("-"):
        exponent = "-1000000"
    plain = sign + digits + ("" if exponent is None else "e" + exponent)
    return None if math.isinf(float(plain)) else Decimal(plain)


def labels(column):
    """The cells of one column: the declared ones, then the special ones."""
    if "categories" in column:
        return [*column["categories"], "(other)", "(missing)"]
    declared = column.get("labels") or [
        low if column.get("whole") and Decimal(high) - Decimal(low) == 1 else f"from {low} to {high}"
        for low, high in pairwise(column["edges"])
    ]
    return [*declared, "(below)", "(above)", "(missing)", "(unreadable)"]


def by_category(column):
    """Gives the number of the cell of a text: a function of the text alone."""
    places = {category: place for place, category in enumerate(column["categories"])}

    def cell(raw):
        value = raw.strip(BLANKS) if TRIM else raw
        return len(places) + 1 if value in MISSING_VALUES else places.get(value, len(places))

    return cell


def by_interval(edges, read):
    """Gives the number of the cell of a value; an interval holds its lower edge and not its upper one."""
    below, above, missing, unreadable = range(len(edges) - 1, len(edges) + 3)

    def cell(raw):
        text = raw.strip(BLANKS)
        if text in MISSING_VALUES or raw in MISSING_VALUES:
            return missing
        value = read(text)
        if value is None:
            return unreadable
        place = bisect_right(edges, value) - 1
        if place < 0:
            return below
        return place if place < below else above

    return cell
'''

NUMBERS = '''

def by_number(column):
    """Gives the number of the cell of a number."""
    edges = [Decimal(edge) for edge in column["edges"]]
    return by_interval(edges, whole_number if column.get("whole") else number)


def whole_number(text):
    """A whole number; None for any other."""
    value = number(text)
    return None if value is None or value != value.to_integral_value() else value
'''

DATES = '''

PARTS = re.compile("YYYY|MM|DD|hh|mm|ss")


def by_date(column):
    """Gives the number of the cell of a date in the one declared format, taken as it is written."""
    grammar, end = "", 0
    for part in PARTS.finditer(column["format"]):
        grammar += re.escape(column["format"][end : part.start()])
        grammar += f"(?P<{part.group()}>[0-9]{{{len(part.group())}}})"
        end = part.end()
    grammar = re.compile(grammar + re.escape(column["format"][end:]))

    def read(text):
        found = grammar.fullmatch(text)
        told = {} if found is None else {unit: int(digits) for unit, digits in found.groupdict().items()}
        try:
            day = told["YYYY"], told.get("MM", 1), told.get("DD", 1)
            return datetime(*day, told.get("hh", 0), told.get("mm", 0), told.get("ss", 0))
        except (KeyError, ValueError):
            return None

    return by_interval([datetime.fromisoformat(edge) for edge in column["edges"]], read)
'''

KINDS = {"numeric": ("by_number", NUMBERS), "category": ("by_category", ""), "date": ("by_date", DATES)}
"""How the program reads a column of each kind that it can count: the name of a function, and its text."""

JOINT = '''

CELLS = {kinds}
READERS = [
    [(each["name"], len(labels(each)), CELLS[each["kind"]](each)) for each in histogram["columns"]]
    for histogram in HISTOGRAMS
]


def joint(row):
    """The number of the joint cell of a row in each histogram; the last column runs fastest."""
    cells = []
    for readers in READERS:
        flat = 0
        for name, size, cell in readers:
            flat = flat * size + cell(row[name])
        cells.append(flat)
    return tuple(cells)


def rows(path):
    """Each row as a dict; columns are named by the header, or by number where there is none."""
    encoding = "utf-8-sig" if ENCODING.lower().replace("_", "-") in ("utf-8", "utf8") else ENCODING
    quoting = {"quotechar": QUOTE} if QUOTE else {"quoting": csv.QUOTE_NONE}
    with open(path, encoding=encoding, newline="") as file:
        names = None
        for record in csv.reader(file, delimiter=DELIMITER, strict=True, **quoting):
            if not record and (names is None or len(names) > 1):
                continue
            record = record or [""]
            if names is None:
                names = record if HEADER else [str(place) for place in range(1, len(record) + 1)]
                if any(names.count(name) != 1 for name in NEEDED):
                    raise ValueError("a column of the plan is not there, or is there more than once")
                if HEADER:
                    continue
            if len(record) != len(names):
                raise ValueError("a row has more or fewer fields than the first one")
            yield dict(zip(names, record))
'''

KEPT = '''

def kept(path):
    """The joint cell of each row that counts, in each histogram."""
    key, units = secrets.token_bytes(32), defaultdict(list)
    for row in rows(path):
        unit = row[ID_COLUMN].strip(BLANKS) if TRIM else row[ID_COLUMN]
        if unit and unit not in MISSING_VALUES:
            units[unit].append(joint(row))
    for unit, contents in units.items():
        yield from bounded(key, unit, contents)


def bounded(key, unit, contents):
    """The first rows in the order of a keyed hash of id, content, and number among equal rows."""
    copies, ordered = defaultdict(int), []
    for content in contents:
        copies[content] += 1
        told = repr((unit, content, copies[content])).encode()
        ordered.append((hmac.digest(key, told, "sha256"), content))
    yield from (content for _, content in sorted(ordered)[:ROWS_PER_UNIT])
'''

ALL = '''

def kept(path):
    """The joint cell of each row, in each histogram."""
    yield from map(joint, rows(path))
'''

LAPLACE = '''

def noise(histogram):
    """Discrete Laplace noise of scale L1/epsilon on a vector of whole counts, by OpenDP."""
    size = math.prod(len(labels(column)) for column in histogram["columns"])
    space = dp.vector_domain(dp.atom_domain(T="i64"), size=size), dp.l1_distance(T="i64")
    measurement = dp.m.make_laplace(*space, scale=histogram["scale"])
    if measurement.map(histogram["sensitivity"]) > histogram["epsilon"] * (1 + 1e-12):
        raise ValueError("OpenDP finds a larger epsilon than the plan's")
    return measurement
'''

NORMAL = '''

def noise(histogram):
    """Discrete Gaussian noise of width L2/sqrt(2 rho) on a vector of whole counts, by OpenDP."""
    size = math.prod(len(labels(column)) for column in histogram["columns"])
    space = dp.vector_domain(dp.atom_domain(T="i64"), size=size), dp.l2_distance(T=float)
    measurement = dp.m.make_gaussian(*space, scale=histogram["scale"])
    if measurement.map(histogram["sensitivity"]) > histogram["rho"] * (1 + 1e-12):
        raise ValueError("OpenDP finds a larger rho than the plan's")
    return measurement
'''

TAIL = '''

def release(path):
    """For each histogram its cells with their noised counts. Spends the whole budget, every time."""
    counts = [[0] * math.prod(len(labels(each)) for each in one["columns"]) for one in HISTOGRAMS]
    for cells in kept(path):
        for table, place in zip(counts, cells):
            table[place] += 1
    return {
        histogram["name"]: list(zip(product(*map(labels, histogram["columns"])), noise(histogram)(table)))
        for histogram, table in zip(HISTOGRAMS, counts)
    }


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("which CSV file is to be counted?")
    for name, table in release(sys.argv[1]).items():
        print(name)
        for cells, count in table:
            print(*cells, count, sep="\\t")
'''
