import { Monitor, Smartphone } from 'lucide-preact';
import { Segments } from '../parts/segments.tsx';
import { useTexts } from '../settings/language.tsx';
import { useSide } from './use-side.ts';

export function SideSwitch() {
  const { messages: texts } = useTexts();
  const [side, show] = useSide();
  return (
    <div class="side-switch">
      <Segments
        label={texts.side}
        options={[
          { value: 'pc', text: texts.pc, icon: Monitor },
          { value: 'mobile', text: texts.mobile, icon: Smartphone },
        ]}
        value={side}
        onChange={show}
      />
      <small class="muted">{texts.shared}</small>
    </div>
  );
}
