// Reads the data that is embedded in the page.

/** embeddedJSON returns the content of a script element of the type application/json. */
export function embeddedJSON(id: string): unknown {
    return JSON.parse(embeddedText(id));
}

export function hasEmbedded(id: string): boolean { return document.getElementById(id) !== null; }

/** bytesOf decodes a text in base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
    const text = atob(base64), bytes = new Uint8Array(text.length);
    for (let k = 0; k < bytes.length; k++) bytes[k] = text.charCodeAt(k);
    return bytes;
}

/** inflated returns a stream of the bytes that deflate compressed. */
export function inflated(packed: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> {
    return new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
}

/** embeddedBytes returns the content of a script element that holds deflated bytes in base64. */
export async function embeddedBytes(id: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await new Response(inflated(bytesOf(embeddedText(id)))).arrayBuffer());
}

export function embeddedText(id: string): string {
    const text = document.getElementById(id)?.textContent;
    if (text == null) throw new Error(`Part ${id} of the page is missing.`);
    return text;
}

/** parsed waits until the browser has read the whole page, including the parts after the program. */
export async function parsed(): Promise<void> {
    if (document.readyState !== "loading") return;
    await new Promise(resolve => { document.addEventListener("DOMContentLoaded", resolve, { once: true }); });
}
