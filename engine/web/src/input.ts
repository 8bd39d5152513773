// Converts the mouse, touch and the keys to commands.

/** The actions of pointers on the picture. Lengths are in CSS pixels. */
export interface Gestures {
    turn(right: number, down: number): void;
    zoom(factor: number): void;
    pick(x: number, y: number, slack: number, twice: boolean): void;
    active(): void; // called for each input
}

const clickDistance = 7; // pixels
const clickTime = 500;   // ms

export function listenToPointers(canvas: HTMLElement, g: Gestures): void {
    const down = new Map<number, { x: number; y: number }>();
    let start = { x: 0, y: 0, time: 0, moved: false }, lastClick = 0;

    canvas.addEventListener("pointerdown", e => {
        g.active();
        canvas.setPointerCapture(e.pointerId);
        if (down.size === 0) start = { x: e.clientX, y: e.clientY, time: e.timeStamp, moved: false };
        else start.moved = true;
        down.set(e.pointerId, { x: e.clientX, y: e.clientY });
    });
    canvas.addEventListener("pointermove", e => {
        g.active();
        const last = down.get(e.pointerId);
        if (last === undefined) return;
        if (Math.hypot(e.clientX - start.x, e.clientY - start.y) > clickDistance) start.moved = true;
        if (start.moved) move(e, last);
        down.set(e.pointerId, { x: e.clientX, y: e.clientY });
    });
    const move = (e: PointerEvent, last: { x: number; y: number }) => {
        const other = [...down].find(([id]) => id !== e.pointerId)?.[1];
        g.turn((e.clientX - last.x) / down.size, (e.clientY - last.y) / down.size);
        if (other === undefined) return;
        const before = Math.hypot(last.x - other.x, last.y - other.y), now = Math.hypot(e.clientX - other.x, e.clientY - other.y);
        if (before > 10 && now > 10) g.zoom(now / before);
    };
    canvas.addEventListener("pointerup", e => {
        down.delete(e.pointerId);
        if (start.moved || e.timeStamp - start.time > clickTime || e.button !== 0) return;
        const box = canvas.getBoundingClientRect();
        g.pick(e.clientX - box.left, e.clientY - box.top, e.pointerType === "mouse" ? 14 : 26, e.timeStamp - lastClick < 350);
        lastClick = e.timeStamp;
    });
    canvas.addEventListener("pointercancel", e => { down.delete(e.pointerId); });
    canvas.addEventListener("wheel", e => {
        e.preventDefault();
        g.active();
        g.zoom(Math.exp(-e.deltaY * (e.deltaMode === 1 ? 0.05 : 0.0015)));
    }, { passive: false });
}

export interface Key { readonly keys: readonly string[]; readonly shown: string; readonly does: string; run(): void }

/** listenToKeys runs commands by keys. A control that has the focus keeps the keys that it uses itself. */
export function listenToKeys(keys: readonly Key[], active: () => void): void {
    document.addEventListener("keydown", e => {
        active();
        if (e.ctrlKey || e.altKey || e.metaKey || e.defaultPrevented) return;
        const at = e.target instanceof Element ? e.target : null;
        if (at?.closest("dialog") != null || at?.matches("textarea, input:not([type=range]), [contenteditable]") === true) return;
        const own = at?.matches("button, a, summary") === true ? [" ", "Enter"] :
            at?.matches("select, input") === true ? [" ", "Enter", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"] : [];
        if (own.includes(e.key)) return;
        const key = keys.find(k => k.keys.includes(e.key.length === 1 ? e.key.toLowerCase() : e.key));
        if (key === undefined) return;
        e.preventDefault();
        key.run();
    });
}
