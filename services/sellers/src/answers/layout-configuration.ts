import type { LayoutConfiguration, LayoutsOfZone } from '@souk/contracts'
import { type LayoutConfigurationRecord, widgetsOf } from '../domain/layout-configurations/layout-configuration.ts'

/** A layout configuration as shown in answers. */
export function shownLayout({ widgets, is_active: _, deleted_at: __, ...shown }: LayoutConfigurationRecord): LayoutConfiguration {
  return { ...shown, configuration: { widgets: widgetsOf({ widgets }) } }
}

/** The configurations of a zone, and the one that applies. */
export const shownLayouts = ({ personal, fallback }: Record<'personal' | 'fallback', LayoutConfigurationRecord | undefined>) =>
  ({
    personal_configuration: personal ? shownLayout(personal) : null,
    default_configuration: fallback ? shownLayout(fallback) : null,
    active_scope: personal?.is_active ? 'personal' : 'default',
  }) satisfies LayoutsOfZone
