/** The factor by which the number of runs of every property is multiplied. */
module.exports = Number(process.env.PROPERTY_RUNS_FACTOR ?? 1);
