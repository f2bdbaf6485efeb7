"""The pipeline: logs found and read, hands replayed and stored, and the commands for all that."""

import os

# Freed memory is kept for some seconds and not given back at once: the next batch of hands needs as much again, and to
# get it from the system costs more than to hold it. The library of columns reads this when it is loaded.
os.environ.setdefault("_RJEM_MALLOC_CONF", "dirty_decay_ms:10000,muzzy_decay_ms:10000")
# No matrix is multiplied here: the threads for it would only be started.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
