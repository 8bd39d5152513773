// Makes elements of the page. It inserts all text as text, never as markup.

export interface Look { readonly class?: string; readonly text?: string; readonly label?: string; readonly title?: string; readonly role?: string }

export function element<K extends keyof HTMLElementTagNameMap>(tag: K, look: Look = {}, ...children: Node[]): HTMLElementTagNameMap[K] {
    const e = document.createElement(tag);
    if (look.class !== undefined) e.className = look.class;
    if (look.text !== undefined) e.textContent = look.text;
    if (look.label !== undefined) e.setAttribute("aria-label", look.label);
    if (look.title !== undefined) e.title = look.title;
    if (look.role !== undefined) e.setAttribute("role", look.role);
    e.append(...children);
    return e;
}

/** Paths of the icons, in a square of 24 units. The icons in outlined are drawn as lines. */
const icons = {
    play: "M7 4.5v15l13-7.5z",
    pause: "M6 4.5h4v15H6zM14 4.5h4v15h-4z",
    again: "M12 5V1.5L6.5 7 12 12.5V8.5a5 5 0 1 1-5 5H4a8 8 0 1 0 8-8.5z",
    scene: "M3 7h12v10H3zM15 10.5l6-3.5v10l-6-3.5",
    orbit: "M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM20.5 7.5c2 3-1.500 7.500-6.500 10S4.500 20 3.500 16.500c-1-3 2.500-7.500 8-10s8-1.200 9 1z",
    follow: "M4 12h9M13 12l-4-4M13 12l-4 4M15 6c2.500 0 5 2.700 5 6s-2.500 6-5 6",
    eye: "M2 12s3.600-6.500 10-6.500S22 12 22 12s-3.600 6.500-10 6.500S2 12 2 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
    traces: "M3 18c4 0 4-6 8-6s4-6 10-6M3 22c5 0 5.500-5 9-5.500M19 3.500l3 2.500-3 2.500",
    info: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 11v5.500M12 7.300v.4",
    help: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9.300 9.300a2.700 2.700 0 1 1 4 2.500c-1 .500-1.300 1-1.300 2M12 16.700v.3",
    full: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
    window: "M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5",
    close: "M6 6l12 12M18 6L6 18",
    next: "M5 5l8 7-8 7M17.500 5v14",
} as const;

export type Icon = keyof typeof icons;

const filled: readonly Icon[] = ["play", "pause", "again"];

/** icon makes a drawing, which screen readers skip. */
export function icon(name: Icon): SVGSVGElement {
    const space = "http://www.w3.org/2000/svg";
    const svg = document.createElementNS(space, "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS(space, "path");
    path.setAttribute("d", icons[name]);
    svg.setAttribute("class", filled.includes(name) ? "filled" : "lines");
    svg.append(path);
    return svg;
}

/** button makes a button with an icon. Its label is also its tooltip, with the key if there is one. */
export function button(name: Icon, label: string, key: string, press: () => void): HTMLButtonElement {
    const b = element("button", { label }, icon(name));
    b.type = "button";
    b.title = key === "" ? label : `${label} (${key})`;
    if (key !== "") b.setAttribute("aria-keyshortcuts", key);
    b.addEventListener("click", press);
    return b;
}

export function setIcon(b: HTMLButtonElement, name: Icon, label: string, key: string): void {
    if (b.dataset.icon === name) return;
    b.dataset.icon = name;
    b.replaceChildren(icon(name));
    b.setAttribute("aria-label", label);
    b.title = `${label} (${key})`;
}

export function textButton(text: string, press: () => void, title = ""): HTMLButtonElement {
    const b = element("button", { text });
    b.type = "button";
    if (title !== "") b.title = title;
    b.addEventListener("click", press);
    return b;
}
