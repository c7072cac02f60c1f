import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { curlOf } from './curl.ts'
import { describeInstance } from './describe-instance.ts'
import { type DevJson, findDevJson, refusedAccounts, writeDevJson } from './dev-json.ts'
import { createDevJsonPublisher } from './dev-json-publisher.ts'
import { sampleFacts } from './sample-facts.ts'
import { newSecrets } from './secrets.ts'

const secrets = newSecrets()
let gateway: Server
let dev: DevJson
let home: string

/** The instance behind a gateway that refuses all log-ins to accounts of these types. */
const describedBy = (refused: string) =>
  describeInstance({
    baseUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/${refused}`,
    addresses: {
      nats_url: 'nats://127.0.0.1:4222',
      mongodb_url: 'mongodb://127.0.0.1:27017',
      natsMonitorUrl: undefined,
      own: { nats_url: undefined, mongodb_url: undefined },
    },
    secrets,
    facts: sampleFacts(),
    processes: [{ name: 'nats', replica: 0, pid: 7, metrics_url: null }],
  })

beforeAll(async () => {
  gateway = createServer(({ url }, response) => {
    const [, refused, , type] = url?.split('/') ?? []
    response.statusCode = refused === type ? 401 : refused === 'all' ? 503 : 200
    response.end(JSON.stringify(response.statusCode === 200 ? { token: `token of ${type}` } : { message: 'no' }))
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  dev = await describedBy('none')
})
afterAll(() => void gateway.close())
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'souk-dev-json-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

describe('dev.json', () => {
  it('is read as it was written, and readable by its owner only', async () => {
    await writeDevJson(home, dev)

    expect(await findDevJson(home)).toEqual(dev)
    expect((await stat(join(home, 'dev.json'))).mode & 0o777).toBe(0o600)
    expect(await readdir(home)).toEqual(['dev.json'])
  })

  it('is not written when it would promise missing records', async () => {
    await expect(writeDevJson(home, { ...dev, orders: ['order_1'] })).rejects.toThrow(/orders/)
    expect(await findDevJson(home)).toBeUndefined()
  })

  it('has a void token for an account whose password was changed', async () => {
    const changed = await describedBy('seller')

    expect(changed.admin.token).toBe('token of user')
    expect(refusedAccounts(changed)).toEqual([dev.seller.email, dev.foreign_seller.email])
    await writeDevJson(home, changed)
    expect(await findDevJson(home)).toEqual(changed)
    expect(refusedAccounts(dev)).toEqual([])
  })

  it('needs an answer to each log-in', async () => {
    await expect(describedBy('all')).rejects.toThrow('was answered 503')
  })

  it('counts as missing when it is damaged', async () => {
    await writeFile(join(home, 'dev.json'), '{"version": 1')

    expect(await findDevJson(home)).toBeUndefined()
  })

  it('stays removed despite concurrent writes', async () => {
    const publisher = createDevJsonPublisher(home)

    await publisher.publish(dev)
    expect((await readdir(home)).sort()).toEqual(['dev.json', 'requests.http', 'try'])

    await Promise.all([publisher.publish(dev), publisher.publish(dev), publisher.remove(), publisher.publish(dev)])

    expect(await readdir(home)).toEqual([])
  })

  it('has an example for five operations, with the keys of an authorized actor', () => {
    expect(Object.fromEntries(Object.entries(dev.examples).map(([name, { status }]) => [name, status]))).toEqual({
      'pricing.create-price-list-price': 201,
      'cart.remove-gift-card': 200,
      'orders.add-order-edit-shipping-method': 200,
      'sellers.get-member': 200,
      'orders.list-customer-orders': 200,
    })
    expect(dev.examples['sellers.get-member']?.headers).toEqual({ authorization: 'Bearer token of seller' })
    expect(dev.examples['cart.remove-gift-card']?.before).toHaveLength(1)
    expect(dev.examples['orders.add-order-edit-shipping-method']?.before?.[0]?.accept).toEqual([200, 400])
  })
})

describe('the command for an example', () => {
  it('prepares and then sends the request, quoted for the shell', () => {
    const command = curlOf('http://127.0.0.1:9000', dev.examples['cart.remove-gift-card'] ?? expect.fail())

    expect(command.split(' && ')).toHaveLength(2)
    expect(command).toMatch(
      /^curl -sS -o \/dev\/null -X POST .* && curl -sS -X DELETE 'http:\/\/127\.0\.0\.1:9000\/store\/carts\/cart_1\/gift-cards' /,
    )
    expect(command).toContain(`-d '{"code":"GIFT-O'\\''NE"}'`)
  })
})
