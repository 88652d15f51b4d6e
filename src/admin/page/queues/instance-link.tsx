import { addressOf } from '../address.ts';
import { useTexts } from '../texts/use-texts.ts';

export function InstanceLink({ id }: { readonly id: string }) {
  const texts = useTexts();
  return (
    <p>
      <a href={addressOf('instances', id)}>
        {texts.reports.instance} <span class="mono">{id}</span>
      </a>
    </p>
  );
}
