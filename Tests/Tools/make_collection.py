#!/usr/bin/env python3
"""Creates a home with a large collection, for performance measurements.

    make_collection.py FILMZ HOME [FILMS]

Invented films are written directly to the film cache's file. The collection is created by filmz, with a script of `add`
lines. The same number of films gives the same home.
"""
import json
import os
import random
import sqlite3
import subprocess
import sys
import time

GENRES = "Action Adventure Animation Comedy Crime Drama Family Horror Mystery Romance Sci-Fi Thriller War".split()
SYLLABLES = "ka ro sa wa mi fu ne to shi ra lu mer be gan tar kov ski ar go des wel les hi co pas so li ni vis con ti".split()


def word(rng):
    return "".join(rng.choices(SYLLABLES, k=rng.randint(2, 4)))


def title(rng):
    return " ".join(word(rng).capitalize() for _ in range(rng.randint(1, 4)))


def person(rng):
    return f"{word(rng).capitalize()} {word(rng).capitalize()}"


def film(number, rng, people):
    directors = rng.sample(people, 1)
    if number % 1000 == 0:
        directors = ["Akira Kurosawa"]
    return {
        "id": f"tt{1000000 + number}", "title": title(rng), "year": rng.randint(1920, 2024), "type": "movie",
        "rated": "PG-13", "runtimeMinutes": rng.randint(70, 190), "genres": rng.sample(GENRES, rng.randint(1, 3)),
        "directors": directors, "writers": rng.sample(people, 2), "actors": rng.sample(people, 4),
        "plot": " ".join(word(rng) for _ in range(80)) + ".", "languages": ["English"], "countries": ["United States"],
        "ratings": [{"source": "Metacritic", "value": "71/100"}], "imdbRating": rng.randint(30, 95),
        "imdbVotes": rng.randint(100, 2000000), "origin": "omdb", "isComplete": True,
    }


COLUMNS = """id layer source level title year type imdbRating imdbVotes runtimeMinutes genres titleKey names people
directors actors fetchedAt storedAt usedOn version facts""".split()


def row(facts, now):
    people = [*facts["directors"], *facts["writers"], *facts["actors"]]
    # The facts have dates in seconds since 2001, and the columns in seconds since 1970.
    facts = facts | {"fetchedAt": now - 978307200}
    return (
        facts["id"], 1, "omdb", 3, facts["title"], facts["year"], facts["type"], facts["imdbRating"],
        facts["imdbVotes"], facts["runtimeMinutes"], ", ".join(facts["genres"]), facts["title"].lower(),
        facts["title"].lower(), "\n".join(people).lower(), "\n".join(facts["directors"]), "\n".join(facts["actors"]),
        now, now, int(now // 86400), 1, json.dumps(facts),
    )


def lines(films, rng):
    for facts in films:
        options = ""
        if rng.random() < 0.5:
            options += f" --watched --on {rng.randint(2010, 2023)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
        if rng.random() < 0.6:
            options += f" --rating {rng.randint(2, 20) / 2:g}"
        if rng.random() < 0.1:
            options += ' --note "seen with friends, would see it again"'
        yield f"add {facts['id']}{options}\n"


def main():
    filmz, home = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 100_000
    rng = random.Random(1)
    people = [person(rng) for _ in range(20_000)]
    films = [film(number, rng, people) for number in range(count)]
    call = [filmz, "--home", home, "--offline"]
    os.makedirs(home, exist_ok=True)
    started = time.time()
    script = "".join(lines(films, rng))
    subprocess.run(call, input=script, text=True, check=True, stdout=subprocess.DEVNULL)
    print(f"{count} films added in {time.time() - started:.1f} s")
    # After the collection, because the cache evicts all but 20,000 of the films that are not in it.
    with sqlite3.connect(f"{home}/cache/films.sqlite") as cache:
        now = time.time()
        placeholders = ", ".join("?" * len(COLUMNS))
        cache.executemany(
            f"INSERT OR REPLACE INTO film ({', '.join(COLUMNS)}) VALUES ({placeholders})",
            (row(facts, now) for facts in films))


if __name__ == "__main__":
    main()
