// Demonstration data for docker-compose.yml, profile `demo`: `node seed.mjs <command>`.
//   fill         adds missing records to each service's database, as that service's user
//   commands     writes a shell script that logs in and sends one request for each of five operations
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seed, seedFacts } from '../../tools/seed/seed.ts'
import type { SeedSecrets } from '../../tools/start/secrets.ts'
import { addressFile } from '../credentials/write-addresses.ts'
import { demoCommands } from './commands.ts'

const { CREDENTIALS = '/credentials', BASE_URL = 'http://127.0.0.1:9000' } = process.env
const read = (file: string) => readFileSync(file, 'utf8').trim()
const secrets: SeedSecrets = JSON.parse(read(join(CREDENTIALS, 'seed', 'secrets.json')))

const [command] = process.argv.slice(2)
switch (command) {
  case 'fill': {
    const url = (service: 'pricing' | 'cart' | 'orders' | 'sellers') => read(addressFile(CREDENTIALS, service, 'mongodb_url'))
    const mongodbUrl = { pricing: url('pricing'), cart: url('cart'), orders: url('orders'), sellers: url('sellers') }
    await seed({ mongodbUrl, secrets })
    console.log('Demonstration data is there. What to try: docker compose run --rm -T --no-deps seed commands')
    break
  }
  case 'commands':
    console.log(demoCommands(BASE_URL, seedFacts(secrets), secrets))
    break
  default:
    console.error('usage: seed.mjs fill | commands')
    process.exit(2)
}
