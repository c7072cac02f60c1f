// Makes the Ed25519 key that signs bearer tokens, as a JWK file: `node deploy/make-signing-key.mjs <file> [<user id>]`. An
// existing file is kept. Only its owner may read it: the user who runs this, or the one with that id.
import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'

const [, , file, owner] = process.argv
if (!file) {
  console.error('usage: make-signing-key.mjs <file> [<user id>]')
  process.exit(2)
}
const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
try {
  writeFileSync(file, JSON.stringify(jwk), { mode: 0o600, flag: 'wx' })
} catch (error) {
  if (error.code !== 'EEXIST') throw error
}
chmodSync(file, 0o600) // those of an older version could be read by everyone
if (owner !== undefined) chownSync(file, Number(owner), Number(owner))
