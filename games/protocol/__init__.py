from __future__ import annotations

from games.protocol.client_messages import *
from games.protocol.server_messages import *
