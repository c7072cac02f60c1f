const encoder = new TextEncoder()

/** How many bytes a value takes as JSON. */
export const jsonBytes = (value: unknown): number => encoder.encode(JSON.stringify(value)).length
