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
  /** What asks for a version by its number or tag. */
  readonly fixed?: string;
}

export function readCallBinding(call: ModdleElement): CallBinding {
  const named = readBinding(call);
  const atDeploy = { at: 'deploy', by: 'process' } as const;
  switch (named?.value) {
    case 'latest':
      return { ...atDeploy, at: 'run' };
    case 'id':
      return { at: 'run', by: 'definition' };
    case 'deployment':
    case 'true':
      return { ...atDeploy, sameDeployment: named.written };
    case 'version':
    case 'versionTag':
      return { ...atDeploy, fixed: named.written };
    default:
      return atDeploy;
  }
}

function readBinding(call: ModdleElement): { readonly value: string; readonly written: string } | undefined {
  const { bindingType, versionTag } = findExtensions(call, 'zeebe', 'calledElement')[0]?.attributes ?? {};
  if (bindingType !== undefined) {
    const tag = versionTag === undefined ? '' : ` versionTag="${versionTag}"`;
    return { value: bindingType.trim(), written: `zeebe bindingType="${bindingType}"${tag}` };
  }
  const camunda = (name: string) => readVendorAttribute(call, 'camunda', name);
  const binding = camunda('calledElementBinding');
  if (binding !== undefined) {
    const detail = { version: 'calledElementVersion', versionTag: 'calledElementVersionTag' }[binding];
    const value = detail && camunda(detail);
    const more = value === undefined ? '' : ` ${detail}="${value}"`;
    return { value: binding, written: `camunda calledElementBinding="${binding}"${more}` };
  }
  return ofFlowable(call, 'calledElementType', 'id') ?? ofFlowable(call, 'sameDeployment', 'true');
}

function ofFlowable(call: ModdleElement, name: string, value: string): ReturnType<typeof readBinding> {
  const vendor = (['flowable', 'activiti'] as const).find((each) => readVendorAttribute(call, each, name) === value);
  return vendor === undefined ? undefined : { value, written: `${vendor} ${name}="${value}"` };
}
