import { findExtensions, readVendorAttribute } from '../moddle/extension.ts';
import type { ModdleElement } from '../moddle/moddle-element.ts';
import type { LateCall } from '../process-model.ts';

/** Which version of a process a call activity asks for, and when it is looked for. */
export interface CallBinding {
  /** `run`: when a token comes to the call. Without a word of the author it is found at deploy, and kept. */
  readonly at: 'deploy' | 'run';
  readonly by: LateCall['by'];
  /** What asks for the version that was deployed together with the caller, as it stands in the file. */
  readonly sameDeployment?: string;
  /** Without that version the engine takes the latest, as Flowable does. */
  readonly mayBeLatest?: true;
  /** What asks for a version by its number or tag. */
  readonly fixed?: string;
  /** The tag it asks for. */
  readonly tag?: string;
}

export function readCallBinding(call: ModdleElement): CallBinding {
  const named = readBinding(call);
  const atDeploy = { at: 'deploy', by: 'process' } as const;
  switch (named?.value) {
    case 'latest':
      return { at: 'run', by: 'latest' };
    case 'id':
      return { at: 'run', by: 'definition' };
    case 'deployment':
      return { ...atDeploy, sameDeployment: named.written };
    case 'true':
      return { ...atDeploy, sameDeployment: named.written, mayBeLatest: true };
    case 'version':
      return { ...atDeploy, fixed: named.written };
    case 'versionTag':
      return { ...atDeploy, fixed: named.written, ...(named.tag === undefined ? {} : { tag: named.tag }) };
    default:
      return atDeploy;
  }
}

/** The tag of a process, which some calls ask for. */
export function versionTagOf(process: ModdleElement): string | undefined {
  const ofZeebe = findExtensions(process, 'zeebe', 'versionTag')[0]?.attributes.value?.trim();
  return readVendorAttribute(process, 'camunda', 'versionTag') ?? (ofZeebe || undefined);
}

interface NamedBinding {
  readonly value: string;
  readonly written: string;
  readonly tag?: string;
}

function readBinding(call: ModdleElement): NamedBinding | undefined {
  const { bindingType, versionTag } = findExtensions(call, 'zeebe', 'calledElement')[0]?.attributes ?? {};
  if (bindingType !== undefined) {
    const tag = versionTag === undefined ? '' : ` versionTag="${versionTag}"`;
    const asked = versionTag?.trim();
    return {
      value: bindingType.trim(),
      written: `zeebe bindingType="${bindingType}"${tag}`,
      ...(asked && { tag: asked }),
    };
  }
  const camunda = (name: string) => readVendorAttribute(call, 'camunda', name);
  const binding = camunda('calledElementBinding');
  if (binding !== undefined) {
    const detail = { version: 'calledElementVersion', versionTag: 'calledElementVersionTag' }[binding];
    const value = detail && camunda(detail);
    const more = value === undefined ? '' : ` ${detail}="${value}"`;
    const tag = binding === 'versionTag' ? value : undefined;
    return { value: binding, written: `camunda calledElementBinding="${binding}"${more}`, ...(tag && { tag }) };
  }
  return ofFlowable(call, 'calledElementType', 'id') ?? ofFlowable(call, 'sameDeployment', 'true');
}

function ofFlowable(call: ModdleElement, name: string, value: string): NamedBinding | undefined {
  const vendor = (['flowable', 'activiti'] as const).find((each) => readVendorAttribute(call, each, name) === value);
  return vendor === undefined ? undefined : { value, written: `${vendor} ${name}="${value}"` };
}
