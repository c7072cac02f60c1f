/** Whether Souk has a route for this. */
export type Offers = (method: string, path: string) => boolean

/** Knows the operations of an OpenAPI document. */
export function offersOf({ paths }: { paths: Record<string, Record<string, unknown>> }): Offers {
  const routes = Object.entries(paths).map(([template, methods]) => ({
    pattern: new RegExp(`^${template.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]+\}/g, '[^/]+')}$`),
    methods: new Set(Object.keys(methods).map((method) => method.toUpperCase())),
  }))
  return (method, path) => routes.some(({ pattern, methods }) => methods.has(method) && pattern.test(path))
}
