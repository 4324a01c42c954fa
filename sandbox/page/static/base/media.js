// Pictures in messages, and the enlarged view of one.

import { fill, h, link, safeUrl } from "./dom.js";

/** A size in bytes as people write it. */
export function bytes(size) {
  if (size < 1024) return `${size} bytes`;
  if (size < 1024 * 1024) return `${(size / 1024).toFixed(1)} KB`;
  return `${(size / 1024 / 1024).toFixed(2)} MB`;
}

/** Whether a file is a picture a browser shows. */
export function isPicture(file) {
  if (file.content_type) return file.content_type.startsWith("image/");
  return /\.(png|jpe?g|gif|webp|svg)$/i.test(file.filename ?? "");
}

/** A picture that is enlarged on a click. */
export function picture(file, description = "") {
  const url = safeUrl(file?.proxy_url) ?? safeUrl(file?.url);
  if (!url) return h("span", { class: "no-picture" }, "This picture cannot be shown.");
  const words = description || file.description || file.filename || "Picture";
  const image = h("img", { src: url, alt: words, loading: "lazy" });
  if (file.width && file.height) {
    image.width = file.width;
    image.height = file.height;
  }
  image.addEventListener("error", () => image.replaceWith(h("span", { class: "no-picture" }, link(url, "Picture not on this host"))));
  return h("button", { class: "picture", type: "button", aria: { label: `Enlarge: ${words}` }, on: { click: () => enlarge(url, words) } }, image);
}

function enlarge(url, words) {
  const dialog = document.getElementById("lightbox");
  fill(
    dialog,
    h("img", { src: url, alt: words }),
    h("div", { class: "lightbox-foot" }, h("span", {}, words), link(url, "Open in a new tab"), h("button", { type: "button", class: "button secondary", on: { click: () => dialog.close() } }, "Close")),
  );
  dialog.onclick = (event) => {
    if (event.target === dialog) dialog.close();
  };
  dialog.showModal();
}
