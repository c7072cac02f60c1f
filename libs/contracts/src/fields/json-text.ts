/** Placeholder for a text while the value around it is serialized; unknown outside this process. */
const MARK = crypto.randomUUID()
let collected: string[] | undefined
const made = new WeakMap<object, JsonText>()

/**
 * A part of a record that is stored as JSON text, because it never changes and is only shown: a snapshot of a sold product. It
 * costs nothing to read, and is copied into answers as it is; `value` parses it.
 */
export class JsonText<T = unknown> {
  readonly text: string
  #value: T | undefined

  /** @param text JSON from `JSON.stringify` */
  constructor(text: string) {
    this.text = text
  }

  /** The text of a record that never changes: computed once, and cached for the lifetime of the object. */
  static of<T extends object>(record: T): JsonText<T> {
    const known = made.get(record) as JsonText<T> | undefined
    if (known) return known
    const text = new JsonText<T>(stringify(record))
    made.set(record, text)
    return text
  }

  get value(): T {
    this.#value ??= JSON.parse(this.text) as T
    return this.#value
  }

  toJSON(): unknown {
    if (!collected) return this.value
    collected.push(this.text)
    return MARK
  }

  /** The text is stored as it is. */
  toBSON(): string {
    return this.text
  }
}

/** The value of a `JsonText`; anything else unchanged. */
export const plain = (value: unknown): unknown => (value instanceof JsonText ? value.value : value)

/** Like `JSON.stringify`, with the text of every `JsonText` inside copied unchanged. */
export function stringify(value: unknown): string {
  const texts: string[] = []
  collected = texts
  try {
    const parts = JSON.stringify(value).split(`"${MARK}"`)
    return parts.reduce((whole, part, index) => whole + texts[index - 1] + part)
  } finally {
    collected = undefined
  }
}
