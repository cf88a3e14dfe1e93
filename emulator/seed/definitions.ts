/**
 * Definitions of the workspace Production · Finance, as they could be in Git. In them, a task has
 * another parameter than in the workspace, and another task is not in the workspace yet.
 */
export const DEFINITIONS = `tasks:
  - name: Load customers
    parameters:
      country: DE
  - name: Load customers of today
    description: The customers of the day
    artifact: load_customers
    artifactVersion: "1.2.0"
  - name: Load orders
  - name: Load invoices
  - name: Load history
  - name: Post ledger
  - name: Stream clicks
  - name: Archive 2024
  - name: Draft
plans:
  - name: Nightly load
  - name: Month-end close
  - name: Orders with a fallback
`;
