import { randomHex } from '@souk/runtime'

interface FileType {
  extension: string
  /** Whether browsers may show it in a page; other files are downloaded. */
  isShown: boolean
}

/** The types that may be uploaded: none that a browser would execute, such as HTML or SVG. */
const TYPES: Readonly<Record<string, FileType>> = {
  'image/jpeg': { extension: 'jpeg', isShown: true },
  'image/png': { extension: 'png', isShown: true },
  'image/webp': { extension: 'webp', isShown: true },
  'image/gif': { extension: 'gif', isShown: true },
  'image/avif': { extension: 'avif', isShown: true },
  'application/pdf': { extension: 'pdf', isShown: false },
  'text/csv': { extension: 'csv', isShown: false },
  'text/plain': { extension: 'txt', isShown: false },
}
export const TAKEN_TYPES = Object.keys(TYPES)
/** Medusa's SDK declares these types for every file it gets as text: then the name determines the type. */
const VAGUE = new Set(['text/plain', 'application/octet-stream'])

/** @param declared the type in the form @returns one of `TAKEN_TYPES`, or undefined if the file is not accepted */
export function fileTypeOf(name: string, declared: string): string | undefined {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase().replace(/^jpg$/, 'jpeg')
  const named = VAGUE.has(declared) && TAKEN_TYPES.find((type) => TYPES[type]!.extension === ending)
  return named || TAKEN_TYPES.find((type) => type === declared)
}

const EXTENSIONS = Object.values(TYPES).map(({ extension }) => extension)
const KEY = new RegExp(`^[0-9a-f]{24}-[a-z0-9-]{1,60}\\.(${EXTENSIONS.join('|')})$`)
export const isFileKey = (text: string): boolean => KEY.test(text)

/**
 * The name of a new file: random, but readable. It keeps only letters and digits of the original name, and only the type
 * determines the extension, so that no name becomes a path.
 * @param type one of `TAKEN_TYPES`
 */
export function newFileKey(name: string, type: string, random = randomHex(12)): string {
  const words = name
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['file']
  return `${random}-${words.join('-').slice(0, 60)}.${TYPES[type]!.extension}`
}

/** The headers with which a file is served: with its own type, never sniffed, never executed. */
export function headersOf(key: string): Record<string, string> {
  const [type, { isShown }] = Object.entries(TYPES).find(([, { extension }]) => key.endsWith(`.${extension}`))!
  return {
    'content-type': type,
    'content-disposition': isShown ? 'inline' : 'attachment',
    'cache-control': 'public, max-age=31536000, immutable',
  }
}
