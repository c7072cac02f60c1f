import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, isAbsolute, join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'chrome.exe']
const USUAL_PLACES = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const HOW_TO_GET_CHROMIUM =
  'Install one (Debian, Ubuntu: apt-get install chromium; anywhere: npx @puppeteer/browsers install chrome-headless-shell), or name one that is elsewhere with CHROMIUM_PATH.'

/** The Chromium of this machine. @throws Error that says how to get one */
export async function findChromium(env: NodeJS.ProcessEnv, places: readonly string[] = USUAL_PLACES): Promise<string> {
  const named = env.CHROMIUM_PATH
  if (named) {
    if (isAbsolute(named) && (await isExecutable(named))) return named
    throw new Error(`CHROMIUM_PATH=${named} must be the full path of a Chromium. ${HOW_TO_GET_CHROMIUM}`)
  }
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute)
  for (const path of [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...places])
    if (await isExecutable(path)) return path
  throw new Error(`No Chromium on this machine. ${HOW_TO_GET_CHROMIUM}`)
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
