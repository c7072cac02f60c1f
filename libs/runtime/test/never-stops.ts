import { ProcessConfig } from '../src/process/config.ts'
import { runProcess } from '../src/process/run-process.ts'

await runProcess(
  'never-stops',
  ProcessConfig,
  async () => ({ ready: { metrics_url: 'http://127.0.0.1' }, stop: () => new Promise<void>(() => {}) }),
  { stopWithin: () => 50 },
)
