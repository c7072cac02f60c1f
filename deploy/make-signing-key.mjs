// Makes the Ed25519 key that signs bearer tokens, as a JWK file: `node deploy/make-signing-key.mjs <file> [<user id>] [--replace]`.
// An existing file is kept. With --replace a new key signs from the next start of `sellers` on, and the one that signed before is
// kept beside it, in a JWK set, so that its tokens still count. Only the file's owner may read it: the user who runs this, or the
// one with that id.
import { createHash, generateKeyPairSync } from 'node:crypto'
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

const replaces = process.argv.includes('--replace')
const [file, owner] = process.argv.slice(2).filter((one) => one !== '--replace')
if (!file) {
  console.error('usage: make-signing-key.mjs <file> [<user id>] [--replace]')
  process.exit(2)
}

const newKey = () => generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
/** As `sellers` names it (RFC 7638). */
const kidOf = ({ crv, kty, x }) => createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')

function guard(path) {
  chmodSync(path, 0o600) // those of an older version could be read by everyone
  if (owner !== undefined) chownSync(path, Number(owner), Number(owner))
}

if (!existsSync(file)) {
  const key = newKey()
  writeFileSync(file, JSON.stringify(key), { mode: 0o600, flag: 'wx' })
  guard(file)
  console.log(`${file}: made, with the key ${kidOf(key)}`)
} else if (replaces) {
  // In its container root may change owners, but not read the files of others.
  if (owner !== undefined) chownSync(file, process.getuid(), process.getgid())
  const { keys: [former] = [], ...alone } = JSON.parse(readFileSync(file, 'utf8'))
  const keys = [newKey(), former ?? alone]
  const next = `${file}.next`
  rmSync(next, { force: true }) // of a run that was killed
  writeFileSync(next, JSON.stringify({ keys }), { mode: 0o600 })
  guard(next)
  renameSync(next, file)
  const [signing, signed] = keys.map(kidOf)
  console.log(`${file}: ${signing} signs from the next start of sellers on; tokens of ${signed} count until it is retired`)
} else {
  guard(file)
  console.log(`${file}: kept`)
}
