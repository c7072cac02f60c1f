/** A text as a part of a URL: lower case, without accents, words joined by hyphens; what has no such letters stays empty. */
export const handleOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, '-')
    .replace(/^-+|-+$/g, '')
