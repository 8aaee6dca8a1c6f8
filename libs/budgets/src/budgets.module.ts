import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '@app/accounts';
import { RedisModule } from '@app/queue';
import { UsageModule } from '@app/usage';
import { WebhooksModule } from '@app/webhooks';
import { AnnounceBudgets } from './announce-budgets';
import { BudgetReservationRow } from './budget-reservation.entity';
import { BudgetRow } from './budget.entity';
import { Budgets } from './budgets';
import { BudgetsStore } from './budgets.store';
import { CountBudgets } from './spending/count-budgets';
import { EndedCallsStore } from './spending/ended-calls.store';
import { ReadSpending } from './spending/read-spending';
import { RedisCounts } from './spending/redis-counts';
import { Spending } from './spending/spending';
import { SpendingStore } from './spending/spending.store';

const STORED = [Budgets, BudgetsStore, CountBudgets, EndedCallsStore, ReadSpending, SpendingStore];

/** Manages budgets. Needs only PostgreSQL. */
@Module({
  imports: [TypeOrmModule.forFeature([BudgetRow, BudgetReservationRow]), AccountsModule, UsageModule],
  providers: STORED,
  exports: [...STORED, AccountsModule, UsageModule],
})
export class BudgetsModule {}

/** Counts calls toward budgets. Needs Redis too. */
@Module({
  imports: [BudgetsModule, RedisModule, WebhooksModule],
  providers: [AnnounceBudgets, RedisCounts, Spending],
  exports: [BudgetsModule, Spending],
})
export class SpendingModule {}
