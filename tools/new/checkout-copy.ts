import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import ts from 'typescript'
import { ROOT } from '../start/config.ts'

/** What is written to, or what the generated files import. */
const PARTS = [
  'libs',
  'services',
  'deploy',
  'tools',
  'test/system',
  'docs',
  '.gitignore',
  'biome.json',
  'package.json',
  'tsconfig.json',
]

/** A copy of this checkout to write to: packages are those of this one, workspaces those of the copy. */
export function copyCheckout() {
  const root = mkdtempSync(join(tmpdir(), 'souk-new-'))
  const link = (packages: string) => symlinkSync(join(ROOT, packages), join(root, packages))
  const isKept = (from: string) => !['node_modules', 'dist'].includes(basename(from))
  for (const part of PARTS) cpSync(join(ROOT, part), join(root, part), { recursive: true, filter: isKept })
  mkdirSync(join(root, 'node_modules/@souk'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((one) => one !== '@souk' && !one.startsWith('.')))
    link(join('node_modules', name))
  for (const library of ['contracts', 'runtime', 'totals'])
    symlinkSync(join(root, 'libs', library), join(root, 'node_modules/@souk', library))
  const workspaces = ['libs', 'services'].flatMap((folder) => readdirSync(join(ROOT, folder)).map((one) => join(folder, one)))
  const ownPackages = workspaces.map((workspace) => join(workspace, 'node_modules'))
  for (const packages of ownPackages) if (existsSync(join(ROOT, packages))) link(packages)

  return {
    root,
    textOf: (file: string) => readFileSync(join(root, file), 'utf8'),

    /** The compiler errors in these files. */
    problemsIn(files: readonly string[]): string[] {
      const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
      const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
      const { incremental: _i, tsBuildInfoFile: _b, ...rest } = options
      const program = ts.createProgram(
        files.map((file) => join(root, file)),
        rest,
      )
      return files.flatMap((file) => {
        const source = program.getSourceFile(join(root, file))!
        return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
          ({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
        )
      })
    },

    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

export type CheckoutCopy = ReturnType<typeof copyCheckout>
