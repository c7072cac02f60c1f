const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 of RFC 4648, without padding. */
export function toBase32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const byte of bytes) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >>> (bits - 5)) & 31]
    held &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text
}

/** The bytes of a text that `toBase32` made; other characters are skipped. */
export function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const character of text) {
    const value = ALPHABET.indexOf(character)
    if (value < 0) continue
    held = (held << 5) | value
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >>> bits) & 255)
    held &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}
