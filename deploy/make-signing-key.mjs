// Makes the Ed25519 key that signs bearer tokens, as a JWK file: `node deploy/make-signing-key.mjs <file>`. An existing file stays.
import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'

const file = process.argv[2]
if (!file) {
  console.error('usage: make-signing-key.mjs <file>')
  process.exit(2)
}
const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
try {
  // Readable by the images' own user; the volume is mounted by `sellers` alone.
  writeFileSync(file, JSON.stringify(jwk), { mode: 0o644, flag: 'wx' })
} catch (error) {
  if (error.code !== 'EEXIST') throw error
}
