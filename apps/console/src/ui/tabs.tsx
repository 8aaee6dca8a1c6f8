import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

interface Tab<Value extends string> {
  value: Value;
  name: string;
  /** Rendered while its tab is selected. */
  content: ReactNode;
}

interface Props<Value extends string> {
  label: string;
  tabs: readonly Tab<Value>[];
  onChange?: (value: Value) => void;
}

/** Tabs, initially with the first one selected. */
export const Tabs = <Value extends string>({ label, tabs, onChange }: Props<Value>) => (
  <Radix.Root defaultValue={tabs[0]!.value} onValueChange={(value) => onChange?.(value as Value)}>
    <Radix.List className="tabs-list" aria-label={label}>
      {tabs.map(({ value, name }) => (
        <Radix.Trigger key={value} className="tab" value={value}>
          {name}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map(({ value, content }) => (
      <Radix.Content key={value} className="tab-panel stack" value={value}>
        {content}
      </Radix.Content>
    ))}
  </Radix.Root>
);
