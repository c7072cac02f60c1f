import { ProcessConfig, runProcess } from '@souk/runtime'
import Fastify from 'fastify'
import { sampleDocument } from '../../sample-document.ts'

/** Row (a): as little as an HTTP answer can cost here. */
await runProcess('plain', ProcessConfig, async ({ HOST }) => {
  const app = Fastify()
  const answer = sampleDocument('cus_bench0000')
  app.get('/', async () => answer)
  const url = await app.listen({ host: HOST, port: 0 })
  return { ready: { url, metrics_url: url }, stop: () => app.close() }
})
