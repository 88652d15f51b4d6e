import { FLOWABLE_AND_ACTIVITI, readVendorAttribute, readZeebe } from '../../moddle/extension.ts';
import type { ModdleElement } from '../../moddle/moddle-element.ts';
import type { LateCall } from '../../nodes/service-node.ts';

/** Which version of a process a call activity calls, and when it is resolved. */
export interface CallBinding {
  /** `run`: resolved when a token reaches the call. The default is `deploy`: resolved once, at deployment. */
  readonly at: 'deploy' | 'run';
  readonly by: LateCall['by'];
  /** The attribute that requires the version deployed together with the caller, as written in the file. */
  readonly sameDeployment?: string;
  /** If that version is missing the latest is called, as in Flowable. */
  readonly mayBeLatest?: true;
  /** The attribute that requires a version by number or tag, as written in the file. */
  readonly fixed?: string;
  /** The required version tag. */
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

/** The version tag of a process. */
export function versionTagOf(process: ModdleElement): string | undefined {
  const ofZeebe = readZeebe(process, 'versionTag').value?.trim();
  return readVendorAttribute(process, 'camunda', 'versionTag') ?? (ofZeebe || undefined);
}

interface NamedBinding {
  readonly value: string;
  readonly written: string;
  readonly tag?: string;
}

function readBinding(call: ModdleElement): NamedBinding | undefined {
  const { bindingType, versionTag } = readZeebe(call, 'calledElement');
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
  const vendor = FLOWABLE_AND_ACTIVITI.find((each) => readVendorAttribute(call, each, name) === value);
  return vendor === undefined ? undefined : { value, written: `${vendor} ${name}="${value}"` };
}
