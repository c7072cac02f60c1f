/** In every made-up secret again and again, so that a piece of one is recognised, too. */
const MARK = 'Kq7Zx'
const PIECE = 16

/** A secret that must be found nowhere. */
export interface Canary {
  name: string
  value: string
  /** The caller who sent it may read it in the refusal, as part of the request; nobody else may. */
  quotable: boolean
}

/** A secret that was found, and where. */
export interface Find {
  name: string
  form: string
  excerpt: string
}

/** The secrets of one test, and the search for them in any text, in all their encodings. */
export function createCanaries() {
  const searches = createSearches()
  let made = 0

  /** Watches for a secret that somebody else made up. */
  function watch(name: string, value: string, { quotable = false } = {}): string {
    searches.add({ name, value, quotable })
    return value
  }

  /** Makes a secret up: 40 characters, some of which look different in JSON, in a URL and in base64. */
  function make(name: string, options: { quotable?: boolean } = {}): string {
    const number = String(made++).padStart(3, '0')
    return watch(name, `${MARK}${number}-/${MARK}${number}"+${MARK}${number}=:${MARK}${number}~${MARK}`, options)
  }

  /** Every secret that stands in this text, whole or as a piece. @param isHidden which of them must not; default: any */
  function find(text: string, isHidden?: (canary: Canary) => boolean): Find[] {
    // Bytes that were printed as an object: {"0":75,"1":113}
    const bytes = text.replace(/"\d+":/g, '')
    const texts = bytes === text ? [text] : [text, bytes]
    const found = new Map(texts.flatMap((one) => searches.find(one)))
    const finds = [...found].flatMap(([canary, one]) => (isHidden?.(canary) === false ? [] : one))
    return finds.length > 0 || isHidden ? finds : (findFirst(texts, [ANY]) ?? [])
  }

  return {
    make,
    watch,
    find,
    /** All but those that an answer to a request with `sent` may quote. */
    hiddenFrom:
      (sent: readonly string[]) =>
      ({ value, quotable }: Canary) =>
        !quotable || !sent.includes(value),
  }
}

export type Canaries = ReturnType<typeof createCanaries>

const ANY = { name: 'some secret', form: 'a piece', searched: MARK }
const AROUND = 120

function findFirst(texts: readonly string[], searches: readonly (typeof ANY)[]): [Find] | undefined {
  for (const { name, form, searched } of searches) {
    for (const text of texts) {
      const at = text.indexOf(searched)
      if (at >= 0) return [findAt(text, at, { name, form, searched })]
    }
  }
  return undefined
}

const findAt = (text: string, at: number, { name, form, searched }: typeof ANY): Find => ({
  name,
  form,
  excerpt: text.slice(Math.max(0, at - AROUND), at + searched.length + AROUND),
})

/** Forms are looked up by so many first characters, so that the time for a text does not depend on how many secrets there are. */
const KEY = 8

function createSearches() {
  type Search = typeof ANY & { canary: Canary }
  const byKey = new Map<string, Search[]>()
  const short: Search[] = []
  // Which pairs of characters begin a form: few places of a text have to be looked up at all.
  const begins = new Uint8Array(1 << 16)
  const pairAt = (text: string, at: number) => ((text.charCodeAt(at) & 255) << 8) | (text.charCodeAt(at + 1) & 255)

  return {
    add(canary: Canary) {
      for (const [form, searched] of formsOf(canary.value)) {
        const search = { name: canary.name, form, searched, canary }
        const key = searched.slice(0, KEY)
        if (searched.length < KEY) short.push(search)
        else if (!byKey.get(key)?.push(search)) byKey.set(key, [search])
        begins[pairAt(searched, 0)] = 1
      }
    },

    /** One find for each secret that stands in the text. */
    find(text: string): [Canary, Find][] {
      const finds: [Canary, Find][] = []
      for (const search of short) {
        const at = text.indexOf(search.searched)
        if (at >= 0) finds.push([search.canary, findAt(text, at, search)])
      }
      for (let at = 0; at <= text.length - KEY; at++) {
        if (begins[pairAt(text, at)] === 0) continue
        for (const search of byKey.get(text.slice(at, at + KEY)) ?? [])
          if (text.startsWith(search.searched, at)) finds.push([search.canary, findAt(text, at, search)])
      }
      return finds
    },
  }
}

/**
 * How a secret may stand in a text: as it is, or written for JSON, a URL, base64 (wherever it begins in it), as hex or as
 * bytes.
 */
export function formsOf(value: string): [form: string, text: string][] {
  const bytes = Buffer.from(value)
  const json = JSON.stringify(value).slice(1, -1)
  const forms: [string, string][] = [
    ['verbatim', value],
    ['in JSON', json],
    ['in JSON in JSON', JSON.stringify(json).slice(1, -1)],
    ['in a URL', encodeURIComponent(value)],
    ['in a URL with lower-case escapes', encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase())],
    ['in lower case', value.toLowerCase()],
    ['in upper case', value.toUpperCase()],
    ['as hex', bytes.toString('hex')],
    ['as bytes', [...bytes].join(',')],
    ...[0, 1, 2].flatMap((before): [string, string][] => {
      const text = base64After(before, bytes)
      return [
        ['in base64', text],
        ['in base64url', text.replaceAll('+', '-').replaceAll('/', '_')],
      ]
    }),
    ...Array.from({ length: Math.floor(value.length / PIECE) }, (_, n): [string, string] => [
      'a piece',
      value.slice(n * PIECE, (n + 1) * PIECE),
    ]),
  ]
  const seen = new Set<string>()
  return forms.filter(([, text]) => !seen.has(text) && seen.add(text))
}

/** The characters that these bytes alone decide when so many others stand before them. */
function base64After(before: number, bytes: Buffer): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  return text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
}
