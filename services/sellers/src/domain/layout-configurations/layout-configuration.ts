import type { DecisionContext, LayoutConfiguration, LayoutWidget } from '@souk/contracts'

/** Ids of widgets are values here: they may hold what means something in the name of a field. */
type KeptWidget = LayoutWidget & { widget_id: string }

/** A layout configuration as it is kept. */
export interface LayoutConfigurationRecord extends Omit<LayoutConfiguration, 'configuration'> {
  widgets: readonly KeptWidget[]
  /** Of one that is an administrator's own: false once the same administrator saved the default, which applies from then on. */
  is_active: boolean
  deleted_at: string | null
}

type Widgets = LayoutConfiguration['configuration']['widgets']

/** The configuration with these widgets and no others; one that was deleted begins anew. */
export const withWidgets =
  (widgets: Widgets) =>
  (before: LayoutConfigurationRecord, { now }: Pick<DecisionContext, 'now'>): LayoutConfigurationRecord => ({
    ...before,
    widgets: Object.entries(widgets).map(([widget_id, preference]) => ({ widget_id, ...preference })),
    is_active: true,
    created_at: before.deleted_at === null ? before.created_at : now,
  })

/** The very same where it does not apply already. */
export const setAside = (own: LayoutConfigurationRecord): LayoutConfigurationRecord =>
  own.is_active ? { ...own, is_active: false } : own

export const widgetsOf = ({ widgets }: Pick<LayoutConfigurationRecord, 'widgets'>): Widgets =>
  Object.fromEntries(widgets.map(({ widget_id, ...preference }) => [widget_id, preference]))
