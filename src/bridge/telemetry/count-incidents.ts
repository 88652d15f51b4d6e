import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { BridgeEvents, EmitEvent } from '../events.ts';

/** Emits as before, and counts the incidents that are opened. */
export function countIncidents(emit: EmitEvent, telemetry: Telemetry): EmitEvent {
  const counting = <Name extends keyof BridgeEvents>(name: Name, event: Parameters<BridgeEvents[Name]>[0]): void => {
    if (name === 'incident') {
      const { kind, code } = event as Parameters<BridgeEvents['incident']>[0];
      telemetry.count('bpmn_bridge.incident.raised', { 'bpmn_bridge.incident.kind': kind, 'error.type': code });
    }
    emit(name, event);
  };
  return Object.assign(counting, { hasListener: emit.hasListener });
}
