import { expect, it } from 'vitest'
import { mongodbMemberUrl, natsMemberUrl } from './member-url.ts'

it('selects one of the servers in an address', () => {
  const three = 'mongodb://souk:p%40ss@127.0.0.1:1,127.0.0.1:2,127.0.0.1:3/?authSource=admin&replicaSet=souk'
  const alone = 'mongodb://127.0.0.1:1/?replicaSet=souk&directConnection=true'

  expect(mongodbMemberUrl(three, 1)).toBe('mongodb://souk:p%40ss@127.0.0.1:2/?authSource=admin&directConnection=true')
  expect(mongodbMemberUrl(alone, 0)).toBe(alone)
  expect(natsMemberUrl('nats://a:b@127.0.0.1:1,nats://a:b@127.0.0.1:2', 1)).toBe('nats://a:b@127.0.0.1:2')
  expect(natsMemberUrl('nats://127.0.0.1:1', 0)).toBe('nats://127.0.0.1:1')
})
