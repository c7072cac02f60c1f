const MAX_WORDS = 200
const MAX_LENGTH = 64

/**
 * The distinct words of texts and numbers, as they are searched: separated by spaces, without case and accents, at most the first
 * 200. Words longer than 64 characters are split where they have no letters or digits.
 */
export function wordsIn(texts: readonly unknown[]): string[] {
  const words = new Set<string>()
  for (const text of texts) {
    if (typeof text !== 'string' && typeof text !== 'number') continue
    const plain = String(text).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    for (const [word] of plain.matchAll(/\S+/gu)) {
      for (const part of word.length <= MAX_LENGTH ? [word] : (word.match(/[\p{L}\p{N}]+/gu) ?? [])) {
        if (words.size >= MAX_WORDS) return [...words]
        words.add([...part].slice(0, MAX_LENGTH).join(''))
      }
    }
  }
  return [...words]
}

/** The values at a dotted path; a list on the path yields those of each of its records. */
export function valuesAt(record: unknown, path: string): unknown[] {
  return path.split('.').reduce<unknown[]>(
    (found, name) =>
      found.flatMap((value) => {
        const inner: unknown = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
        return Array.isArray(inner) ? inner : [inner]
      }),
    [record],
  )
}

/** The fields that a list searches. `inside`: also finds text inside a word, unlike in fields of `words`; for short texts. */
export type Searched = readonly string[] | { inside: readonly string[]; words?: readonly string[] }

export const searchedPaths = (searched: Searched): readonly string[] =>
  'inside' in searched ? [...searched.inside, ...(searched.words ?? [])] : searched

/** A record's words in the fields that a list searches; stored with the record as `search_words`, and indexed. */
export function searchWords(record: object, searched: Searched): string[] {
  const wordsAt = (paths: readonly string[]) => wordsIn(paths.flatMap((path) => valuesAt(record, path)))
  const inside = 'inside' in searched ? searched.inside : []
  const begun = 'inside' in searched ? (searched.words ?? []) : searched
  return [...new Set([...wordsAt(inside).flatMap(endsOf), ...wordsAt(begun).flatMap(beginningsOf)])]
}

const endsOf = (word: string): string[] => [...word].map((_, at, letters) => letters.slice(at).join(''))

/** `sku-001` is found by `sku-0`, and by `001` as well. */
const beginningsOf = (word: string): string[] => [
  word,
  ...[...word.matchAll(/(?<=[^\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => word.slice(index)),
]
