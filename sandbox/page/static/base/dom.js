// Building the page's elements. Everything that people or bots wrote goes in as text nodes, never as markup.

/**
 * Make an element. `props` may hold `class`, `dataset`, `style` (an object), `on` (listeners by event name),
 * `aria` (aria-* attributes) and any other attribute; null, undefined and false leave an attribute out.
 */
export function h(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") node.className = value;
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "style") for (const [key, text] of Object.entries(value)) node.style.setProperty(key, text);
    else if (name === "on") for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    else if (name === "aria") for (const [key, text] of Object.entries(value)) node.setAttribute(`aria-${key}`, text);
    else if (name === "value" || name === "checked" || name === "disabled") node[name] = value;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  append(node, children);
  return node;
}

/** Append children: nodes as they are, lists flattened, null and false left out, the rest as text. */
export function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** Replace all that `node` holds. */
export function fill(node, ...children) {
  node.replaceChildren();
  return append(node, children);
}

const LOOPBACK = /^(127(\.\d+){3}|localhost|\[::1\])$/;

/** The address, when it is one a page may point at (http, https, or this page's own path); else null. */
export function safeUrl(text) {
  if (typeof text !== "string" || !text) return null;
  try {
    const url = new URL(text, window.location.href);
    // The sandbox writes its addresses with 127.0.0.1; a page opened as localhost is the same host.
    if (LOOPBACK.test(url.hostname) && LOOPBACK.test(window.location.hostname) && url.port === window.location.port) {
      url.hostname = window.location.hostname;
    }
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/** A link to somewhere else: a new tab that cannot reach back. */
export function link(href, ...children) {
  const url = safeUrl(href);
  if (!url) return h("span", {}, ...children);
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer nofollow" }, ...children);
}

const ICONS = {
  hash: "M9 3 7 21M17 3l-2 18M4 8.5h17M3 15.5h17",
  at: "M15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a8.5 8.5 0 1 0-3.5 6.9",
  thread: "M5 5h14v10H10l-5 4z M9 9h6 M9 12h4",
  lock: "M6 11h12v9H6z M8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  close: "M6 6l12 12M18 6 6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  people: "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3 19c0-3.5 2.5-5.5 6-5.5s6 2 6 5.5M16 11.5a2.5 2.5 0 1 0 0-5M17 14c2.5.3 4 2 4 5",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6z",
  slash: "M16 3 8 21",
  chevron: "M6 9l6 6 6-6",
  file: "M6 3h8l4 4v14H6zM14 3v5h4",
  plus: "M12 5v14M5 12h14",
  send: "M4 12 20 4l-5 16-3.5-6.5z",
  warn: "M12 4 2.5 20h19zM12 10v4.5M12 17.2v.2",
  external: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  reply: "M5 19v-5a4 4 0 0 1 4-4h10M15 6l4 4-4 4",
};

/** One of the page's own line drawings; decoration, so screen readers pass it by. */
export function icon(name) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(space, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

let serial = 0;

/** An id nobody else on the page has: for labels and aria references. */
export function uid(stem) {
  serial += 1;
  return `${stem}-${serial}`;
}

/** Say something to screen readers, politely. */
export function announce(text) {
  const region = document.getElementById("announcer");
  if (region) region.textContent = text;
}
