// A plot of the polarization over time.

import { element } from "./dom.ts";

const seconds = 60;  // length of the time axis, s
const margin = { left: 34, right: 8, top: 8, bottom: 30 };

export class Plot {
    readonly box = element("section", { class: "plot", label: "Polarization over time" });
    private readonly canvas = element("canvas", { role: "img", label: "Polarization over time" });
    private readonly value = element("output", { text: "–" });
    private readonly times: number[] = [];
    private readonly values: number[] = [];
    private readonly marks: { time: number; text: string }[] = [];

    constructor() {
        const head = element("h2", { text: "Polarization" });
        head.append(this.value);
        this.box.append(head, this.canvas, element("p", { class: "doc", text: "1: all birds fly in one direction; near 0: each flies in its own" }));
    }

    /** add adds a value; NaN if no bird flies. */
    add(time: number, value: number): void {
        this.times.push(time);
        this.values.push(value);
        while (this.times[0] < time - seconds - 1) {
            this.times.shift();
            this.values.shift();
        }
        while (this.marks.length > 0 && this.marks[0].time < time - seconds) this.marks.shift();
    }

    /** mark marks a change by the user. Several changes within a second have one mark. */
    mark(text: string): void {
        const now = this.times.at(-1) ?? 0, last = this.marks.at(-1);
        if (last !== undefined && now - last.time < 1 && last.text === text) return;
        this.marks.push({ time: now, text });
    }

    clear(): void {
        this.times.length = this.values.length = this.marks.length = 0;
    }

    draw(now: number): void {
        const { canvas } = this, scale = Math.min(window.devicePixelRatio, 2);
        const width = canvas.clientWidth, height = canvas.clientHeight;
        const c = canvas.getContext("2d");
        if (c === null || width === 0) return;
        if (canvas.width !== Math.round(width * scale)) canvas.width = Math.round(width * scale);
        if (canvas.height !== Math.round(height * scale)) canvas.height = Math.round(height * scale);
        c.setTransform(scale, 0, 0, scale, 0, 0);
        c.clearRect(0, 0, width, height);
        const start = Math.max(0, now - seconds);
        const x = (t: number) => margin.left + (t - start) / seconds * (width - margin.left - margin.right);
        const y = (v: number) => margin.top + (1 - v) * (height - margin.top - margin.bottom);
        this.axes(c, x, y, start, width);
        for (const m of this.marks) mark(c, x(m.time), y, m.text);
        this.line(c, x, y, now);
    }

    private axes(c: CanvasRenderingContext2D, x: (t: number) => number, y: (v: number) => number, start: number, width: number): void {
        c.font = "11px system-ui, sans-serif";
        c.fillStyle = "#9fb0c6";
        c.strokeStyle = "rgb(255 255 255 / 14%)";
        c.lineWidth = 1;
        c.textAlign = "right";
        c.textBaseline = "middle";
        for (const v of [0, 0.5, 1]) {
            c.fillText(String(v), margin.left - 6, y(v));
            c.beginPath();
            c.moveTo(margin.left, y(v));
            c.lineTo(width - margin.right, y(v));
            c.stroke();
        }
        c.textAlign = "center";
        c.textBaseline = "top";
        for (let t = Math.ceil(start / 10) * 10; t <= start + seconds; t += 10) c.fillText(String(t), x(t), y(0) + 4);
        c.textAlign = "right";
        c.fillText("time, s", width - margin.right, y(0) + 17);
    }

    private line(c: CanvasRenderingContext2D, x: (t: number) => number, y: (v: number) => number, now: number): void {
        c.strokeStyle = "#ffb454";
        c.lineWidth = 1.75;
        c.lineJoin = "round";
        c.beginPath();
        let last = NaN, gap = true;
        this.times.forEach((t, k) => {
            const v = this.values[k];
            if (t > now) return;
            if (Number.isNaN(v)) gap = true;
            else {
                if (gap) c.moveTo(x(t), y(v));
                else c.lineTo(x(t), y(v));
                gap = false;
            }
            last = v;
        });
        c.stroke();
        const text = Number.isNaN(last) ? "–" : last.toFixed(2);
        if (this.value.textContent !== text) this.value.textContent = text;
    }
}

function mark(c: CanvasRenderingContext2D, x: number, y: (v: number) => number, text: string): void {
    c.strokeStyle = "rgb(111 195 255 / 60%)";
    c.setLineDash([3, 3]);
    c.beginPath();
    c.moveTo(x, y(1));
    c.lineTo(x, y(0));
    c.stroke();
    c.setLineDash([]);
    c.fillStyle = "#6fc3ff";
    c.textAlign = "left";
    c.textBaseline = "top";
    c.fillText(text, x + 3, y(1));
    c.fillStyle = "#9fb0c6";
}
