import { randomHex } from '@souk/runtime'

interface FileType {
  extension: string
  /** Whether browsers show it in a page; anything else they save. */
  is_shown: boolean
}

/** The types that may be uploaded. Nothing that a browser would run: no HTML, no SVG. */
const TYPES: Readonly<Record<string, FileType>> = {
  'image/jpeg': { extension: 'jpeg', is_shown: true },
  'image/png': { extension: 'png', is_shown: true },
  'image/webp': { extension: 'webp', is_shown: true },
  'image/gif': { extension: 'gif', is_shown: true },
  'image/avif': { extension: 'avif', is_shown: true },
  'application/pdf': { extension: 'pdf', is_shown: false },
  'text/csv': { extension: 'csv', is_shown: false },
  'text/plain': { extension: 'txt', is_shown: false },
}
export const TAKEN_TYPES = Object.keys(TYPES)
/** Medusa's SDK gives these types to every file that it is given as text: then the name decides. */
const VAGUE = new Set(['text/plain', 'application/octet-stream'])

/** @param declared as the form has it @returns one of `TAKEN_TYPES`, or undefined where the file is not taken */
export function fileTypeOf(name: string, declared: string): string | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase().replace(/^jpg$/, 'jpeg')
  const named = VAGUE.has(declared) && TAKEN_TYPES.find((type) => TYPES[type]!.extension === ending)
  return named || TAKEN_TYPES.find((type) => type === declared)
}

const EXTENSIONS = Object.values(TYPES).map(({ extension }) => extension)
const KEY = new RegExp(`^[0-9a-f]{24}-[a-z0-9-]{1,60}\\.(${EXTENSIONS.join('|')})$`)
export const isFileKey = (text: string): boolean => KEY.test(text)

/**
 * The name of a new file: random, and readable. Only letters and digits of its own name are left, and its type alone decides the
 * extension, so that no name becomes a path.
 * @param type one of `TAKEN_TYPES`
 */
export function newFileKey(name: string, type: string, random = randomHex(12)): string {
  const words = name
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['file']
  return `${random}-${words.join('-').slice(0, 60)}.${TYPES[type]!.extension}`
}

/** How a file is answered: by its own type and no other, and run by nobody. */
export function headersOf(key: string): Record<string, string> {
  const [type, { is_shown }] = Object.entries(TYPES).find(([, { extension }]) => key.endsWith(`.${extension}`))!
  return {
    'content-type': type,
    'content-disposition': is_shown ? 'inline' : 'attachment',
    'cache-control': 'public, max-age=31536000, immutable',
  }
}
