/**
 * The eight ways to write a currency code in small and capital letters, by which an index finds it in any case. Text that is not
 * three letters is returned alone.
 */
export function spellingsOf(code: string): readonly string[] {
  if (!/^[A-Za-z]{3}$/.test(code)) return [code]
  return [...code].reduce(
    (starts, letter) => starts.flatMap((start) => [start + letter.toLowerCase(), start + letter.toUpperCase()]),
    [''],
  )
}
