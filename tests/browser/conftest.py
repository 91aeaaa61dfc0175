"""Chromium without a window and without a network, and what it says of a page."""

from contextlib import contextmanager
import json
import os
from pathlib import Path
import shutil
from typing import NamedTuple

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

LOOK = """
const seen = (element) => element.getClientRects().length > 0;
const luminance = (colour) => colour.slice(0, 3)
    .map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + [0.2126, 0.7152, 0.0722][i] * c, 0);
const parsed = (colour) => colour.match(/[\\d.]+/g).map(Number);
const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
        const colour = parsed(getComputedStyle(one).backgroundColor);
        if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
};
const contrast = (element) => {
    const [light, dark] = [parsed(getComputedStyle(element).color), behind(element)]
        .map(luminance).sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
};
const texts = [...document.body.querySelectorAll("*")].filter((element) => seen(element)
    && [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim()));
const cut = (cell) => ["hidden", "clip"].includes(getComputedStyle(cell).overflowX)
    && cell.scrollWidth > cell.clientWidth;
return {
    title: document.title,
    width: document.documentElement.scrollWidth,
    broken: [...document.images].filter((image) => !(image.complete && image.naturalWidth > 0))
        .map((image) => image.alt),
    nameless: [...document.images].filter((image) => !image.alt).length,
    images: document.images.length,
    tables: [...document.querySelectorAll("table")].map((table) => {
        const box = table.getBoundingClientRect();
        const first = table.querySelector("tbody tr > :first-child").getBoundingClientRect();
        const scroller = table.parentElement;
        return {
            cells: [...table.querySelectorAll("th, td")].map((cell) => cell.innerText.trim()),
            cut: [...table.querySelectorAll("th, td")].filter(cut).length,
            reachable: box.width <= scroller.clientWidth + 1
                || ["auto", "scroll"].includes(getComputedStyle(scroller).overflowX),
            first: first.width / scroller.clientWidth,
        };
    }),
    smallest: Math.min(...texts.map((element) => parseFloat(getComputedStyle(element).fontSize))),
    faintest: Math.min(...texts.map(contrast)),
    astray: [...document.querySelectorAll("a[href^='#']")].map((a) => decodeURI(a.hash).slice(1))
        .filter((id) => !document.getElementById(id)),
};
"""

LONGEST = 60  # seconds, for a page to load


class Visit(NamedTuple):
    """What a page is like at some width: as LOOK says; what the console says; what was asked for."""

    look: dict
    console: list
    requests: set


def found(program):
    # Selenium would look for a missing one in the network, and wait long for it.
    return shutil.which(program) or pytest.fail(f"this needs {program} on the PATH; `make test-browser` says how")


@contextmanager
def chromium():
    service = Service(found("chromedriver"))
    options = webdriver.ChromeOptions()
    options.binary_location = found("chromium")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    options.add_argument("--headless=new")
    options.add_argument("--host-resolver-rules=MAP * ~NOTFOUND")  # no name leads anywhere
    options.add_argument("--proxy-server=127.0.0.1:9")  # nor does an address: nobody answers there
    options.add_argument("--disable-dev-shm-usage")  # which containers keep small
    if os.getuid() == 0:
        options.add_argument("--no-sandbox")  # Chromium refuses root otherwise
    driver = webdriver.Chrome(options, service)
    try:
        driver.set_page_load_timeout(LONGEST)
        driver.set_script_timeout(LONGEST)
        yield driver
    finally:
        driver.quit()


@pytest.fixture(scope="session")
def visit():
    """A function that opens a page."""

    def open_page(path, *, width, scheme="light"):
        driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": True},
        )
        feature = {"name": "prefers-color-scheme", "value": scheme}
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        driver.get("about:blank")
        for log in ("browser", "performance"):
            driver.get_log(log)  # empties it
        driver.get(Path(path).resolve().as_uri())
        look = driver.execute_script(LOOK)
        said = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
        requests = {one["params"]["request"]["url"] for one in said if one["method"] == "Network.requestWillBeSent"}
        return Visit(look, [entry["message"] for entry in driver.get_log("browser")], requests)

    with chromium() as driver:
        yield open_page
