// Makes the Ed25519 key that signs bearer tokens, as a JWK file: `node deploy/make-signing-key.mjs <file> [<user id>]`. An
// existing file stays. Nobody but its owner may read it: whoever runs this, or the user of that id.
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
chmodSync(file, 0o600) // one of a former version could be read by everyone
if (owner !== undefined) chownSync(file, Number(owner), Number(owner))
