import { DropdownMenu } from 'radix-ui';
import { useContext, type ReactNode } from 'react';
import { Icon, type IconName } from './icon';
import { ModalElement } from './modal';

interface MenuProps {
  trigger: ReactNode;
  /** Open initially, for a menu that is created when its button is pressed. */
  defaultOpen?: boolean;
  children: ReactNode;
}

/** A menu that `trigger`, a button, opens. The library's scroll lock is off, because it would write inline styles. */
export const Menu = ({ trigger, defaultOpen = false, children }: MenuProps) => (
  <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
    <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
    <DropdownMenu.Portal container={useContext(ModalElement)}>
      <DropdownMenu.Content className="menu" align="end" sideOffset={6} collisionPadding={8}>
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  </DropdownMenu.Root>
);

interface ItemProps {
  icon: IconName;
  danger?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export const MenuItem = ({ icon, danger, onSelect, children }: ItemProps) => (
  <DropdownMenu.Item className={danger ? 'menu-item danger' : 'menu-item'} onSelect={onSelect}>
    <Icon name={icon} /> {children}
  </DropdownMenu.Item>
);

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

export const MenuChoice = <T extends string>({ label, value, options, onChange }: ChoiceProps<T>) => (
  <>
    <DropdownMenu.Label className="menu-label">{label}</DropdownMenu.Label>
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as T)}>
      {options.map(([option, name]) => (
        <DropdownMenu.RadioItem
          key={option}
          className="menu-item"
          value={option}
          onSelect={(event) => event.preventDefault()}
        >
          <span className="grow">{name}</span>
          <DropdownMenu.ItemIndicator>
            <Icon name="check" />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  </>
);

export const MenuLine = () => <DropdownMenu.Separator className="menu-line" />;
