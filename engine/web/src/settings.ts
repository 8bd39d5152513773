// The parameters of the flocks as sliders, with number fields, units and one line each.

import { element } from "./dom.ts";
import type { FlockAbout, FlockState, Parameter, Value, Values } from "./protocol.ts";

/** Keys of the parameters that come first, in every model with these parameters. */
const first = ["leadership", "cohesion", "alignment", "separation", "vision", "max_speed", "m1", "m2", "m3", "count"];
const openGroup = "Start here";

interface Row { readonly parameter: Parameter; readonly box: HTMLElement; show(v: Value): void }

export class FlockSettings {
    readonly box = element("div", { class: "settings" });
    private readonly rows: Row[] = [];
    private state: FlockState | undefined;

    /** The object calls change with the parameters that the user changes. most is the largest number of birds. */
    constructor(private readonly about: FlockAbout, featured: readonly string[], private readonly most: number,
        private readonly change: (values: Values) => void) {
        const own = about.params.filter(p => p.owner === undefined);
        const chosen = [...new Set([...featured, ...first])].flatMap(key => own.filter(p => p.key === key));
        this.addSearch();
        this.addGroup(openGroup, chosen.slice(0, 7), true);
        const groups = [...new Set(about.params.map(p => p.group))];
        for (const g of groups) this.addGroup(g, about.params.filter(p => p.group === g), false);
    }

    private addSearch(): void {
        const field = element("input", { class: "search", label: "Search parameters" });
        field.type = "search";
        field.placeholder = "Search parameters";
        const found = element("div", { class: "found" });
        field.addEventListener("input", () => {
            const words = field.value.toLowerCase().split(/\s+/).filter(w => w !== "");
            const match = (p: Parameter) => words.every(w => `${p.label} ${p.key} ${p.doc}`.toLowerCase().includes(w));
            const all = words.length === 0 ? [] : this.about.params.filter(match).slice(0, 12);
            found.replaceChildren(...all.map(p => this.row(p).box));
            if (words.length > 0 && all.length === 0) found.append(element("p", { class: "none", text: "No results" }));
        });
        this.box.append(field, found);
    }

    /** addGroup adds a heading that opens a list of parameters. The list is made when it is opened. */
    private addGroup(name: string, all: readonly Parameter[], open: boolean): void {
        if (all.length === 0) return;
        const list = element("div"), group = element("details", {}, element("summary", { text: name }), list);
        const fill = () => { if (list.childElementCount === 0) list.append(...all.map(p => this.row(p).box)); };
        group.addEventListener("toggle", () => { if (group.open) fill(); });
        if (open) fill();
        group.open = open;
        this.box.append(group);
    }

    private row(p: Parameter): Row {
        const limited = p.key === "count" ? { ...p, max: Math.min(p.max, this.most), soft: Math.min(p.soft, this.most) } : p;
        const row = makeRow(limited, v => { this.change({ [p.key]: v }); });
        this.rows.push(row);
        if (this.state !== undefined) show(row, this.state);
        return row;
    }

    update(state: FlockState): void {
        this.state = state;
        for (const row of this.rows) show(row, state);
    }
}

function show(row: Row, state: FlockState): void {
    const { key, value } = row.parameter, now = state.values[key];
    row.show(now);
    row.box.classList.toggle("idle", state.idle.includes(key));
    row.box.classList.toggle("changed", now !== value);
}

let rows = 0; // number of rows made, for ids

function makeRow(p: Parameter, change: (v: Value) => void): Row {
    const id = `setting-${++rows}`;
    const label = element("label", { text: p.label });
    label.htmlFor = id;
    const reset = element("button", { class: "reset", text: "↺", label: `Reset ${p.label}`, title: `Back to ${p.value}` });
    reset.type = "button";
    reset.addEventListener("click", () => { change(p.value); });
    const doc = element("p", { class: "doc", text: p.doc });
    doc.id = `${id}-doc`;
    const box = element("div", { class: "setting" });
    box.dataset.key = p.key;
    const make = { number: numberControls, whole: numberControls, switch: switchControls, choice: choiceControls }[p.kind];
    const controls = make(p, change), { inputs } = controls;
    inputs[0].id = id;
    for (const input of inputs) input.setAttribute("aria-describedby", doc.id);
    inputs.slice(1).forEach(input => { input.setAttribute("aria-label", p.label); });
    const line = element("div", { class: "line" }, label, reset, ...inputs.filter(i => i.type !== "range"));
    if (p.unit !== undefined) line.append(element("span", { class: "unit", text: p.unit }));
    box.append(line, ...inputs.filter(i => i.type === "range"), doc);
    return { parameter: p, box, show: v => { controls.show(v); } };
}

interface Controls { readonly inputs: (HTMLInputElement | HTMLSelectElement)[]; show(v: Value): void }

function numberControls(p: Parameter, change: (v: Value) => void): Controls {
    const slider = element("input"), field = element("input");
    slider.type = "range";
    field.type = "number";
    const step = stepOf(p);
    slider.min = field.min = String(p.min);
    slider.max = String(p.soft);
    field.max = String(p.max);
    slider.step = String(step);
    field.step = p.kind === "whole" ? "1" : "any";
    slider.addEventListener("input", () => {
        field.value = slider.value;
        change(Number(slider.value));
    });
    field.addEventListener("change", () => {
        if (!field.checkValidity() || field.value === "") field.reportValidity();
        else change(Number(field.value));
    });
    return {
        inputs: [slider, field],
        show: v => {
            if (document.activeElement !== slider) slider.value = String(v);
            if (document.activeElement !== field) field.value = String(v);
            slider.style.setProperty("--done", `${100 * (Number(v) - p.min) / (p.soft - p.min)}%`);
        },
    };
}

/** stepOf returns the step of a slider: 1, 2 or 5 times a power of ten, at most a 150th of its length. */
function stepOf(p: Parameter): number {
    if (p.kind === "whole") return 1;
    const most = (p.soft - p.min) / 150, power = 10 ** Math.floor(Math.log10(most));
    return Number((power * (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1)).toPrecision(1));
}

function switchControls(_: Parameter, change: (v: Value) => void): Controls {
    const box = element("input");
    box.type = "checkbox";
    box.addEventListener("change", () => { change(box.checked); });
    return { inputs: [box], show: v => { box.checked = v === true; } };
}

function choiceControls(p: Parameter, change: (v: Value) => void): Controls {
    const list = element("select");
    for (const name of p.options ?? []) list.append(new Option(name.replaceAll("_", " "), name));
    list.addEventListener("change", () => { change(list.value); });
    return { inputs: [list], show: v => { list.value = String(v); } };
}
