import { join } from 'node:path'
import { bundleService, endBundler } from '../build.mjs'
import type { Watchdog } from '../infra/watchdog.ts'
import { ROOT, SERVICES, type StartConfig } from './config.ts'
import { type ServiceEnvOptions, serviceEnv } from './service-env.ts'
import { type ProcessEvents, type SupervisedProcess, superviseProcess } from './supervised-process.ts'

/** A way to run the services of an instance. */
export interface ServiceRunner {
  /** What `prepare` does, for the terminal. */
  preparing: string
  /** Needs no servers: runs in parallel with their start. */
  prepare: () => Promise<void>
  /** One part for each process; none runs before its `start`. */
  create: (environment: ServiceEnvOptions, watchdog: Watchdog, events: ProcessEvents) => SupervisedProcess[]
  /** To be called once every part has ended. */
  close: () => Promise<void>
}

/** Every service from its bundle, with the configured number of replicas. */
export function bundledServices({ replicas, home }: StartConfig, toFiles: boolean): ServiceRunner {
  return {
    preparing: 'Bundling the services',
    async prepare() {
      await Promise.all(SERVICES.map((name) => bundleService(join(ROOT, 'services', name))))
      await endBundler()
    },
    create: (environment, watchdog, events) =>
      SERVICES.flatMap((name) => Array.from({ length: replicas[name] }, (_, replica) => ({ name, replica }))).map(
        ({ name, replica }) =>
          superviseProcess(
            {
              name,
              replica,
              entry: join(ROOT, 'services', name, 'dist', 'main.js'),
              env: serviceEnv(name, environment),
              log: toFiles ? join(home, 'logs', `${name}${replica > 0 ? `-${replica}` : ''}.log`) : undefined,
            },
            watchdog,
            events,
          ),
      ),
    close: async () => {},
  }
}
