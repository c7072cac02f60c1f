import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const ROOT = join(import.meta.dirname, '..', '..')

interface Needed {
  condition: 'service_started' | 'service_healthy' | 'service_completed_successfully'
  required?: boolean
}

interface Container {
  image?: string
  build?: { dockerfile: string; args: { SERVICE: string } }
  profiles?: string[]
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  pids_limit?: number
  mem_limit?: string
  stop_grace_period?: string
  restart?: string
  logging?: { driver: string; options: Record<string, string> }
  healthcheck?: { test: string[]; interval: string; timeout: string; retries: number; start_period: string }
  depends_on?: Record<string, Needed>
  entrypoint?: string[]
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  networks?: string[]
  network_mode?: string
}

interface ComposeFile {
  name: string
  services: Record<string, Container>
  volumes: Record<string, object>
  networks: Record<string, { internal?: boolean }>
}

/** docker-compose.yml with its anchors resolved; `${…}` stays as it is written. */
export const composeFile: ComposeFile = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true })

/** Containers of images that this repository makes. */
export const builtContainers = Object.entries(composeFile.services).filter(([, { build }]) => build)
