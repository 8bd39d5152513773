// Reads the data that is embedded in the page.

/** embeddedJSON returns the content of a script element of the type application/json. */
export function embeddedJSON(id: string): unknown {
    return JSON.parse(textOf(id));
}

/** packedBytes returns the deflated bytes of a script element that holds them in base64. */
export function packedBytes(id: string): Uint8Array<ArrayBuffer> {
    const text = atob(textOf(id));
    const packed = new Uint8Array(text.length);
    for (let k = 0; k < packed.length; k++) packed[k] = text.charCodeAt(k);
    return packed;
}

/** embeddedBytes returns the content of a script element that holds deflated bytes in base64. */
export async function embeddedBytes(id: string): Promise<Uint8Array<ArrayBuffer>> {
    const stream = new Blob([packedBytes(id)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

function textOf(id: string): string {
    const text = document.getElementById(id)?.textContent;
    if (text == null) throw new Error(`The page lacks its part ${id}.`);
    return text;
}
