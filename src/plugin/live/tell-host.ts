import type { StepChanges } from '../outcome/finish-step.ts';
import { listThrown } from '../outcome/thrown-events.ts';
import type { PluginConfig } from './read-plugin-options.ts';

/** Hands the host what a step made for others. */
export function tellHost(config: PluginConfig, changes: StepChanges, businessKey: string | null): void {
  const { reports, messages } = changes;
  if (reports.length > 0)
    config.onReports(
      reports.map(({ item }) => item),
      reports,
    );
  if (messages.length > 0) config.onMessages?.(messages.map(({ request }) => request));
  const thrown = listThrown(changes, businessKey);
  if (thrown.length > 0) config.onThrown?.(thrown);
}
