import { composeImage } from './from-docker.ts'
import { natsConfig } from './nats.ts'
import { ensureReplicaSet, REPLICA_SET } from './replica-set.ts'

const CONFIG = '/etc/nats/souk.conf'

/** Both servers from testcontainers, with the images in `docker-compose.yml`. */
export async function startTestcontainers(config: string) {
  const { GenericContainer, Wait } = await import('testcontainers')
  const content = natsConfig({
    serverName: 'souk',
    host: '0.0.0.0',
    port: 4222,
    monitorPort: 8222,
    store: '/tmp/jetstream',
    config,
  })
  const [nats, mongodb] = await Promise.all([
    new GenericContainer(composeImage('nats-server'))
      .withCopyContentToContainer([{ content, target: CONFIG }])
      .withCommand(['-c', CONFIG])
      .withExposedPorts(4222)
      .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
      .start(),
    new GenericContainer(composeImage('mongod'))
      .withCommand(['--replSet', REPLICA_SET, '--bind_ip_all', '--noscripting'])
      .withExposedPorts(27017)
      .withWaitStrategy(Wait.forLogMessage(/Waiting for connections/i))
      .start(),
  ])
  const mongodbUrl = `mongodb://${mongodb.getHost()}:${mongodb.getMappedPort(27017)}/?replicaSet=${REPLICA_SET}&directConnection=true`
  await ensureReplicaSet(mongodbUrl, ['localhost:27017'])
  return {
    nats_host: `${nats.getHost()}:${nats.getMappedPort(4222)}`,
    mongodb_url: mongodbUrl,
    stop: async () => void (await Promise.all([nats.stop(), mongodb.stop()])),
  }
}
